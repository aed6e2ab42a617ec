import { counted } from "../plural";

const and = new Intl.ListFormat("en", { type: "conjunction" });

const times = (count: number): string => ["never", "once", "twice"][count] ?? `${count} times`;

/** The end of a game: who won, with what, and what decided it. */
export const result = {
  dailyDeal: "To the daily deal",
  sealed: "Others still play this deal: the replay and the record are open when the day is over (UTC).",
  title: "The result",
  counting: "Counting honor …",
  skipCounting: "Show the result",
  // Who won.
  abandoned: "The game was abandoned",
  left: (who: string) => `${who} left the game`,
  youWonBy: (by: number) => `You won by ${by}`,
  youLostBy: (by: number) => `You lost by ${by}`,
  youWonTie: "You won the tie",
  youLostTie: "You lost the tie",
  youShare: "You share the victory",
  teamWonBy: (by: number) => `Your team won by ${by}`,
  teamLostBy: (by: number) => `Your team lost by ${by}`,
  teamWonTie: "Your team won the tie",
  teamLostTie: "Your team lost the tie",
  youBeatCult: (by: number) => `You beat the Cult by ${by}`,
  cultBeatYou: (by: number) => `The Cult beat you by ${by}`,
  cultWonTie: "The Cult won the tie",
  wonBy: (who: readonly string[], by: number) => `${and.format(who)} won by ${by}`,
  wonTie: (who: readonly string[]) => `${and.format(who)} won the tie`,
  share: (who: readonly string[]) => `${and.format(who)} share the victory`,
  laterWins: "With equal honor, whoever plays later in the round wins.",
  cult: "The Cult",
  youOnly: "You",
  you: (name: string) => `${name} (you)`,
  // The scores.
  winner: "Winner",
  asTeam: (honor: number) => `${honor} as a team`,
  honor: (honor: number) => counted(honor, "honor", "honor"),
  spokenScore: (who: string, total: number, crystals: number, cards: number) =>
    `${who}: ${total} honor, ${crystals} in crystals and ${cards} on cards.`,
  crystals: "Crystals",
  cards: "Cards",
  inCrystals: (honor: number) => `${honor} in crystals`,
  onCards: (honor: number) => `${honor} on cards`,
  times: (card: string, count: number) => (count > 1 ? `${card} ×${count}` : card),
  // What decided the game.
  decided: "What decided the game",
  bestCards: "Best cards",
  brought: (honor: number) => `${honor} honor`,
  played: (plays: number) => (plays ? `played ${times(plays)}` : ""),
  biggestTurn: "Biggest turn",
  gainedInTurn: (who: string, honor: number, turn: number) => `${who} gained ${honor} honor in turn ${turn}`,
  with: (card: string) => `with ${card}`,
  lead: "The lead",
  ledThroughout: (who: string) => `${who} led from the first honor to the last`,
  leadChanged: (changes: number, who: string, turn: number) =>
    `It changed ${times(changes)}. ${who} took it for good in turn ${turn}.`,
  sources: "Where the honor came from",
  curve: "Honor over the turns",
  spokenCurve: (points: string) => `Honor after every fourth turn: ${points}`,
  turn: (number: number) => `turn ${number}`,
  // What to do next.
  replay: "Replay",
  review: "Review",
  lookAtTable: "Look at the table",
  showResult: "Show the result",
  page: "Page of this game",
  download: "Download the record",
};
