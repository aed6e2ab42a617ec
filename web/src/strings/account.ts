/** The texts of the account pages. They are apart from the others, because only these pages fetch them. */

export { account } from "./en/account";
