/** Day or night in the game that is shown: the sky of the page follows it. */

export const skyOfTheGame: { light: "day" | "night" } = $state({ light: "night" });
