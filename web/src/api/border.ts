/** What comes from outside is checked before it is used: a message of the wrong shape goes no further. */

import type { components } from "./messages";
import { SHAPES } from "./shapes";

type Schemas = components["schemas"];
export type Shape = string | readonly [string, ...Shape[]] | { readonly [field: string]: Shape };

const shapes: { readonly [name: string]: Shape } = SHAPES;

export function fits(shape: Shape, value: unknown): boolean {
  if (typeof shape === "string") {
    if (shape.startsWith("@")) return fits(shapes[shape.slice(1)]!, value);
    if (shape.startsWith("=")) return value === shape.slice(1);
    if (shape === "null") return value === null;
    if (shape === "any") return value !== undefined;
    return shape === "number" ? Number.isFinite(value) : typeof value === shape;
  }
  if (Array.isArray(shape)) {
    const [kind, ...parts] = shape as [string, ...Shape[]];
    if (kind === "or") return parts.some((part) => fits(part, value));
    if (kind === "list") return Array.isArray(value) && value.every((each) => fits(parts[0]!, each));
    return isObject(value) && Object.values(value).every((each) => fits(parts[0]!, each));
  }
  return (
    isObject(value) &&
    Object.entries(shape).every(([field, part]) => {
      const name = field.replace("?", "");
      const found = Object.hasOwn(value, name) ? value[name] : undefined;
      return found === undefined ? field.endsWith("?") : fits(part, found);
    })
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether this is the message of that name, as far as its shape tells. */
export function is<Name extends keyof typeof SHAPES>(name: Name, value: unknown): value is Schemas[Name] {
  return fits(`@${name}`, value);
}

/** The value of a JSON text, or nothing where it is none. */
export function parsed(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
