/** What another player is doing in the middle of the table. */
export const mat = {
  deeds: { plays: "plays", uses: "uses", acquires: "acquires", defeats: "defeats", banishes: "banishes" },
  thinks: "is thinking",
};
