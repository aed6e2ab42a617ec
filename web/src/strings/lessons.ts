/** The texts of the lessons. They are apart from the others, because only those who learn fetch them. */

export { lessons } from "./en/lessons";
