/*
 * What cannot be told apart on the screen as it is drawn: whatever is lit has a ring that stands out from what is around
 * it (3:1), and sentences and buttons stand out from their ground (4.5:1), as WCAG demands.
 *
 * `picture` is the window as a PNG in base64, one pixel for each CSS pixel. Answers [{ check, where, detail }].
 */
async ({ picture, least_ring: leastRing, least_text: leastText }) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);

  const LINEAR = Array.from({ length: 256 }, (_, value) =>
    value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const isThere = (x, y) => x >= 0 && y >= 0 && x < width && y < height;
  function luminance(x, y) {
    const at = 4 * (Math.floor(y) * width + Math.floor(x));
    return 0.2126 * LINEAR[data[at]] + 0.7152 * LINEAR[data[at + 1]] + 0.0722 * LINEAR[data[at + 2]];
  }
  /** Between the lightest and the darkest of some points. */
  function contrast(points) {
    const found = points.filter(([x, y]) => isThere(x, y)).map(([x, y]) => luminance(x, y));
    return found.length ? (Math.max(...found) + 0.05) / (Math.min(...found) + 0.05) : 1;
  }

  const failures = [];
  const said = (element) => element.dataset.choice ?? element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const describe = (element) => `[${element.closest("[data-zone]")?.dataset.zone}] "${said(element)}"`;
  const fail = (check, element, found, least) =>
    failures.push({ check, where: describe(element), detail: `${found.toFixed(1)}:1 of ${least}:1` });

  // --- rings: at each side of a card that nothing covers and no other card is close to, against what lies further out
  const RING = [1, 2, 3, 4];
  const AROUND = [10, 13, 16];
  const PLACES = [0.25, 0.5, 0.75];
  function ringOf(element) {
    const { left, top, right, bottom, width: wide, height: high } = element.getBoundingClientRect();
    const sides = [
      PLACES.map((share) => [left + share * wide, top, 0, -1]),
      PLACES.map((share) => [left + share * wide, bottom - 1, 0, 1]),
      PLACES.map((share) => [left, top + share * high, -1, 0]),
      PLACES.map((share) => [right - 1, top + share * high, 1, 0]),
    ];
    const out = ([x, y, dx, dy], by) => [x + by * dx, y + by * dy];
    const isFree = (point) =>
      element.contains(document.elementFromPoint(...out(point, -3))) &&
      isThere(...out(point, AROUND.at(-1))) &&
      [6, ...AROUND].every((by) => !document.elementFromPoint(...out(point, by))?.closest("[data-spot]"));
    const ring = (point) =>
      Math.max(...RING.flatMap((by) => AROUND.map((around) => contrast([out(point, by), out(point, around)]))));
    return Math.min(...sides.filter((side) => side.every(isFree)).map((side) => Math.max(...side.map(ring))));
  }
  for (const each of document.querySelectorAll("[data-lit]:not(.button)")) {
    const found = ringOf(each);
    if (found < leastRing) fail("unlit", each, found, leastRing);
  }

  // --- text: whole lines of it
  const read =
    '[data-zone="status"], [data-zone="question"] > p, [data-action], [data-zone="ribbon"] button, [data-zone="hand"] > div > p';
  for (const each of document.querySelectorAll(read)) {
    if (!each.checkVisibility() || !each.innerText?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(each);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right - left < 4 || bottom - top < 4 || !isThere(left, top) || !isThere(right - 1, bottom - 1)) continue;
      const points = [];
      for (let x = left; x < right; x++) for (let y = top; y < bottom; y++) points.push([x, y]);
      const found = contrast(points);
      if (found < leastText) fail("contrast", each, found, leastText);
    }
  }
  return failures;
};
