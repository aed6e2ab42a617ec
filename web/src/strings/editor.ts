/** The texts of the position editor. They are apart from the others, because only it fetches them. */

export { editor } from "./en/editor";
