/**
 * Every text of the page that does not come from the server, by area. Components import an area from here and never
 * contain text themselves. The texts of the lessons are in `lessons.ts`, so that they are not part of the first load. A
 * translation is another folder beside `en` with the same names and types.
 */

export { bots } from "./en/bots";
export { cards } from "./en/cards";
export { chat } from "./en/chat";
export { common } from "./en/common";
export { connection } from "./en/connection";
export { learn } from "./en/learn";
export { log } from "./en/log";
export { mat } from "./en/mat";
export { newGame } from "./en/newgame";
export { challenges, history, people, profile, turns } from "./en/people";
export { ratings } from "./en/ratings";
export { replay } from "./en/replay";
export { result } from "./en/result";
export { rules } from "./en/rules";
export { settingsTexts } from "./en/settings";
export { sound } from "./en/sound";
export { invitation, pages, start, waiting } from "./en/start";
export { table } from "./en/table";
export { counted } from "./plural";
