/** The texts of the review page. They are apart from the others, because only this page fetches them. */

export { review } from "./en/review";
