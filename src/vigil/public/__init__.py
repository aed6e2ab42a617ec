"""The public objects: what `import vigil` gives. They hold the engine's numeric objects and convert when asked."""
