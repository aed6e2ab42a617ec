"""The public library, exported by `import vigil`: thin wrappers that convert the engine's numbers on demand."""
