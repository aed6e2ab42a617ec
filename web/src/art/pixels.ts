/**
 * Pictures as pixels. A drawing is drawn anew wherever it appears, and where many cards move that takes longer than everything
 * else. So the pictures of a table are painted once, while nobody waits, and from then on they are only copied.
 */

import type { CardFacts } from "../cards/facts";
import { artworkUrl } from "./artwork";

const [WIDTH, HEIGHT] = [300, 360];
/** Where somebody is always busy, one is painted all the same. */
const PATIENCE_MS = 250;

const painted = new Map<string, string>();
const wanted = new Map<string, CardFacts>();
let isPainting = false;

/** The picture as quick as there is one. */
export const quickUrl = (card: CardFacts): string => painted.get(card.name) ?? artworkUrl(card);

/** This card is on the table and will move. */
export function want(card: CardFacts): void {
  if (painted.has(card.name) || wanted.has(card.name) || !tellsTheTruth()) return;
  wanted.set(card.name, card);
  if (!isPainting) void paintAll();
}

async function paintAll(): Promise<void> {
  isPainting = true;
  for (const [name, card] of wanted) {
    await idle();
    try {
      painted.set(name, await pixels(artworkUrl(card)));
    } catch {
      // The drawing itself is still there.
    }
    wanted.delete(name);
  }
  isPainting = false;
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(resolve, { timeout: PATIENCE_MS })
      : setTimeout(resolve, PATIENCE_MS),
  );

async function pixels(drawing: string): Promise<string> {
  const scale = Math.min(2, Math.max(1, devicePixelRatio));
  const image = new Image();
  // Not every browser paints a drawing that does not say how large it is.
  image.src = drawing.replace("viewBox", `width='${WIDTH}' height='${HEIGHT}' viewBox`);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH * scale, HEIGHT * scale];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = reject;
    reader.readAsDataURL(blob!);
  });
}

let isTrue: boolean | undefined;

/** Some browsers give back noise instead of what was painted, so that people are not recognised by it. */
function tellsTheTruth(): boolean {
  if (isTrue !== undefined) return isTrue;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [8, 8];
  const brush = canvas.getContext("2d");
  if (!brush) return (isTrue = false);
  brush.fillStyle = "#336699";
  brush.fillRect(0, 0, 8, 8);
  const { data } = brush.getImageData(0, 0, 8, 8);
  return (isTrue = data.every((value, place) => value === [0x33, 0x66, 0x99, 0xff][place % 4]));
}
