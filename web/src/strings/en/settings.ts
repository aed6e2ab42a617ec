/** What a person likes: speed, colors, sound. */
export const settingsTexts = {
  /** From the slowest to none at all. */
  speeds: ["Slow", "Calm", "Quick", "Very quick", "Instant"],
  speed: "Speed of the others' moves",
  skip: "Skip",
  skipToMyTurn: "Skip to your turn",
  colors: "Colors",
  dark: "Dark",
  light: "Light",
};
