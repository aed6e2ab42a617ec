/** The texts of the puzzles. They are apart from the others, because only these pages fetch them. */

export { puzzles } from "./en/puzzles";
