/** The log of a game. */
export const log = {
  label: "What happened",
  deal: "The deal",
};
