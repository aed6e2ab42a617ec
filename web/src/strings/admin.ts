/** The texts of the administration pages. They are apart from the others, because only these pages fetch them. */

export { admin } from "./en/admin";
