/** The texts of the daily deal. They are apart from the others, because only this page fetches them. */

export { daily } from "./en/daily";
