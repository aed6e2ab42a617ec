/**
 * Every text of the page that does not come from the server, by area. Components import an area from here and never
 * contain text themselves. A translation is another folder beside `en` with the same names and types.
 */

export { counted } from "./plural";
export { common } from "./en/common";
export { bots } from "./en/bots";
export { learn } from "./en/learn";
export { newGame } from "./en/newgame";
export { invitation, pages, start, waiting } from "./en/start";
export { connection } from "./en/connection";
export { sound } from "./en/sound";
export { settingsTexts } from "./en/settings";
export { mat } from "./en/mat";
export { result } from "./en/result";
export { table } from "./en/table";
