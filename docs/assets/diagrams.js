// Draws the diagrams of a page with Mermaid, which the site carries along. It is large, so only pages with diagrams load it.
(() => {
  const here = new URL(".", document.currentScript.src);
  const diagrams = document.querySelectorAll("pre.diagram");
  if (diagrams.length === 0) return;
  const script = document.createElement("script");
  script.src = new URL("mermaid.min.js", here);
  script.onload = async () => {
    const dark = document.body.dataset.mdColorScheme === "slate";
    mermaid.initialize({ startOnLoad: false, theme: dark ? "dark" : "default", fontFamily: "inherit" });
    for (const [number, diagram] of diagrams.entries()) {
      const { svg } = await mermaid.render(`diagram-${number}`, diagram.textContent);
      const figure = document.createElement("figure");
      figure.className = "diagram";
      figure.innerHTML = svg;
      diagram.replaceWith(figure);
    }
  };
  document.head.append(script);
})();
