/*
 * What is wrong with the layout of the table as it stands on the screen now.
 *
 * `asked` has the `width` and `height` of the window, the sentence of the open question (`prompt`; empty in a turn),
 * its `answers` (several that are given with the same card are a list of several), the least size of text and of what
 * is touched in CSS px (`least_text`, `least_target`; 0: no touch screen), whether the page may scroll vertically
 * (`may_scroll`), and whether somebody may have to scroll to a candidate (`may_scroll_to`).
 * Answers { failures: [{ check, where, detail }], zones: { name: [x, y, width, height] }, candidates }.
 */
(asked) => {
  const failures = [];
  const fail = (check, element, detail) => failures.push({ check, where: describe(element), detail });
  // A phone that shows more than its width says that it is wider.
  const { width: wide, height: high } = asked;
  const NEAR = 1.5;

  function describe(element) {
    if (!(element instanceof Element)) return "document";
    const zone = element.closest("[data-zone]")?.dataset.zone;
    const named = [...element.classList].filter((each) => !each.startsWith("svelte-")).join(".");
    const said = element.dataset?.choice ?? element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
    return `${zone ? `[${zone}] ` : ""}${element.localName}${named && `.${named}`}${said && ` "${said}"`}`;
  }

  const boxOf = (element) => element.getBoundingClientRect();
  const isInWindow = ({ left, top, right, bottom }) =>
    left >= -NEAR && top >= -NEAR && right <= wide + NEAR && bottom <= high + NEAR;
  const touchesWindow = ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < wide && top < high;
  const at = (x, y) => document.elementFromPoint(x, y);
  const hits = (element, x, y) => {
    const found = at(x, y);
    return found !== null && element.contains(found);
  };

  /** What is only there for screen readers. */
  const unseen = new Map();
  function isUnseen(element) {
    if (!element || element === document.documentElement) return false;
    if (!unseen.has(element)) {
      const style = getComputedStyle(element);
      const isClipped = style.clipPath === "inset(50%)" || (element.offsetWidth <= 1 && style.overflowX === "hidden");
      unseen.set(element, isClipped || isUnseen(element.parentElement));
    }
    return unseen.get(element);
  }

  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) &&
    !isUnseen(element);

  /** By how much an element is drawn smaller or larger than its styles say. */
  const scales = new Map();
  function scaleOf(element) {
    if (!element) return 1;
    if (!scales.has(element)) {
      const { transform, scale } = getComputedStyle(element);
      let own = 1;
      if (transform !== "none") {
        const { a, b, c, d } = new DOMMatrix(transform);
        own *= Math.sqrt(Math.abs(a * d - b * c));
      }
      if (scale !== "none") own *= Math.min(...scale.split(" ").map(Number));
      scales.set(element, own * scaleOf(element.parentElement));
    }
    return scales.get(element);
  }

  /** The part of a box that no ancestor cuts off. */
  function uncut(element, box) {
    let { left, top, right, bottom } = box;
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      if (getComputedStyle(each).overflowX === "visible") continue;
      const edge = boxOf(each);
      [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
      [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  }

  /** What somebody scrolls to see all of an element; not the page itself. */
  function scrollerOf(element) {
    for (let each = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each);
      if (/auto|scroll/.test(overflowY) && each.scrollHeight > each.clientHeight) return each;
      if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth) return each;
    }
    return null;
  }

  // --- candidates: on the screen, and a click at the centre is a click on them
  const candidates = [...document.querySelectorAll("[data-lit]")];
  function outOfReach(candidate, needed = isInWindow) {
    const box = boxOf(candidate);
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (!needed(box)) return ["off screen", [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ")];
    return hits(candidate, x, y) ? undefined : ["covered", `by ${describe(at(x, y))}`];
  }

  /** The same after scrolling to it, where its centre is enough; what was scrolled goes back. */
  function outOfReachWithScrolling(candidate) {
    const scrolled = [];
    for (let each = candidate.parentElement; each; each = each.parentElement)
      if (each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth)
        scrolled.push([each, each.scrollLeft, each.scrollTop]);
    candidate.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const found = outOfReach(candidate, touchesWindow);
    for (const [each, left, top] of scrolled) each.scrollTo({ left, top, behavior: "instant" });
    return found;
  }

  for (const each of candidates) {
    const found = outOfReach(each) && (asked.may_scroll_to ? outOfReachWithScrolling(each) : outOfReach(each));
    if (found) fail(found[0], each, found[1]);
  }

  const offered = new Set(candidates.map((each) => each.dataset.choice));
  for (const texts of asked.answers)
    if (!texts.some((text) => offered.has(text))) fail("missing", null, `nothing is lit for "${texts[0]}"`);

  // --- the sentence of the question: every line of it
  if (asked.prompt) {
    const words = (text) => text.replace(/\s+/g, " ").trim();
    const panels = [...document.querySelectorAll('[data-zone="question"]')];
    const lines = panels.flatMap((panel) => {
      const walker = document.createTreeWalker(panel, NodeFilter.SHOW_ELEMENT);
      const holders = [];
      for (let each = panel; each; each = walker.nextNode())
        if (words(each.textContent).includes(asked.prompt) && isSeen(each)) holders.push(each);
      return holders.slice(-1);
    });
    if (!lines.length) fail("sentence", panels[0] ?? null, `"${asked.prompt}" is not shown`);
    for (const line of lines.slice(0, 1)) {
      const range = document.createRange();
      range.selectNodeContents(line);
      // What has been chosen so far may follow: that may have to be scrolled to.
      const asks = [...line.childNodes].find((each) => words(each.textContent).includes(asked.prompt));
      if (asks) range.setEndAfter(asks);
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue;
        const middle = (box.top + box.bottom) / 2;
        const points = [box.left + 1, (box.left + box.right) / 2, box.right - 1];
        const isCut = !isInWindow(box) || points.some((x) => !hits(line, x, middle));
        const scroller = asked.may_scroll_to && scrollerOf(line);
        if (isCut && !(scroller && scroller.closest('[data-zone="ribbon"]'))) {
          fail("sentence", line, "covered, cut off or off the screen");
          break;
        }
      }
    }
    // Nobody scrolls to find out what is asked, or how to answer, on any screen.
    for (const each of panels.flatMap((panel) => [panel, ...[...panel.querySelectorAll("[data-lit]")].slice(0, 1)])) {
      const found = outOfReach(each);
      if (found) fail("question", each, found.join(" "));
    }
  }

  // --- text: no smaller than can be read
  const shown = [...document.body.querySelectorAll("*")].filter((each) => !each.closest("svg") && isSeen(each));
  for (const each of shown) {
    const size = (style) => parseFloat(style.fontSize) * scaleOf(each);
    const style = getComputedStyle(each);
    if (size(style) < asked.least_text - 0.05) {
      const texts = [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      const isRead = texts.some((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()].some((box) => {
          const left = uncut(each, box);
          return left.width > 1 && left.height > 1 && touchesWindow(left);
        });
      });
      if (isRead) fail("small text", each, `${size(style).toFixed(1)} px`);
    }
    for (const pseudo of ["::before", "::after"]) {
      const made = getComputedStyle(each, pseudo);
      if (!/^"[^"]*\w/.test(made.content) || made.display === "none") continue;
      if (size(made) < asked.least_text - 0.05) fail("small text", each, `${size(made).toFixed(1)} px in ${pseudo}`);
    }
  }

  // --- numbers: all of their figures
  for (const each of shown) {
    const number = [...each.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && /^\s*\d+\s*$/.test(node.data));
    if (!number || each.closest("[data-spot]")) continue;
    const range = document.createRange();
    range.selectNodeContents(number);
    const box = range.getBoundingClientRect();
    const left = uncut(each, box);
    const isCut = left.width < box.width - NEAR || left.height < box.height / 2;
    if (isCut && touchesWindow(box) && !scrollerOf(each)) fail("cut number", each, `${box.width} px, ${left.width} seen`);
  }

  // --- targets: large enough for a finger
  const TARGETS = "button, a[href], input, select, textarea, summary, [role=button], [tabindex='0']";
  if (asked.least_target)
    for (const each of shown) {
      if (!each.matches(TARGETS) || each.matches(":disabled") || each.parentElement?.closest(TARGETS)) continue;
      const box = boxOf(each.closest("label") ?? each);
      const isCut = uncut(each.parentElement, box).width <= 1 || uncut(each.parentElement, box).height <= 1;
      if (!box.width || !touchesWindow(box) || isCut) continue;
      const least = asked.least_target - 0.5;
      if (box.width >= least && box.height >= least) continue;
      // What is drawn smaller may be touched beside its edge.
      const [x, y, reach] = [box.left + box.width / 2, box.top + box.height / 2, least / 2];
      const around = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ];
      if (!around.every(([px, py]) => hits(each, px, py)))
        fail("small target", each, `${Math.round(box.width)} x ${Math.round(box.height)}`);
    }

  // --- scrolling
  const root = document.documentElement;
  if (root.scrollWidth > wide) fail("overflow", null, `${root.scrollWidth} of ${wide} px wide`);
  if (!asked.may_scroll && root.scrollHeight > high + 1) fail("scroll", null, `${root.scrollHeight} of ${high} px high`);
  const zoned = [...document.querySelectorAll("[data-zone]")].filter((each) => isSeen(each) && boxOf(each).width > 0);
  if (!asked.may_scroll)
    for (const each of shown) {
      if (each.scrollHeight <= each.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(each).overflowY)) continue;
      if (zoned.filter((zone) => zone !== each && each.contains(zone)).length > 1)
        fail("scroll", each, `${each.scrollHeight} of ${each.clientHeight} px high`);
    }

  // --- the places of the zones, whatever is scrolled to
  const zones = {};
  const scrolled = shown.filter((each) => each.scrollTop > 0).map((each) => [each, each.scrollTop]);
  for (const [each] of scrolled) each.scrollTop = 0;
  for (const each of zoned) {
    const box = boxOf(each);
    zones[each.dataset.zone] = [box.left, box.top, box.width, box.height].map((size) => Math.round(size * 2) / 2);
    const isOut = box.left < -NEAR || box.right > wide + NEAR;
    if (isOut && !scrollerOf(each.parentElement)) fail("overflow", each, `from ${box.left} to ${box.right}`);
  }
  for (const [each, top] of scrolled) each.scrollTop = top;
  return { failures, zones, candidates: candidates.length };
};
