/**
 * Every text of the page that does not come from the server, by area. Components import an area from here and never
 * contain text themselves. A translation is another folder beside `en` with the same names and types.
 */

export { counted } from "./plural";
export { common } from "./en/common";
export { table } from "./en/table";
