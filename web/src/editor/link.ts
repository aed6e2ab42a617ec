/** A position as the fragment of an address: compressed JSON. It comes from outside, so it is checked like a message. */

import { is, parsed } from "../api/border";
import type { Position } from "../api/messages";
import { tidied } from "./draft";

/** Characters of a fragment, and of the text that it may become. */
const LONGEST = 16_000;
const LARGEST = 64_000;

const piped = (bytes: BlobPart, through: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes]).stream().pipeThrough(through);

export async function fragmentOf(position: Position): Promise<string> {
  const stream = piped(JSON.stringify(tidied(position)), new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The position of a fragment, or nothing where it has none that can be read. */
export async function positionIn(fragment: string): Promise<Position | undefined> {
  if (fragment.length < 2 || fragment.length > LONGEST) return undefined;
  try {
    const text = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const found = parsed(await limited(piped(bytes, new DecompressionStream("deflate-raw"))));
    return is("Position", found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** A few bytes can become very many: reading stops before. */
async function limited(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
    if (text.length > LARGEST) {
      await reader.cancel();
      return "";
    }
  }
}
