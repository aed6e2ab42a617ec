/** The list of lessons, and the guide at the table. */
export const learn = {
  title: "Learn",
  intro:
    "Short lessons at a real table, with a guide who says what could be done. Nothing is locked: try what you like.",
  minutes: (count: number) => `${count} minutes`,
  start: "Start",
  again: "Play it again",
  done: "Done",
  next: "Next",
  rules: "Rules, word by word",
  puzzles: "Puzzles: find the best choice",
  dealing: "The cards are being dealt …",
  tryAgain: "Try again",
  unknown: "There is no such lesson.",
  unreachable: "The lesson could not be loaded. Check your connection.",
  allLessons: "All lessons",
  guide: {
    label: "Lesson",
    skipStep: "Skip",
    nextStep: "Next",
    orPress: "or press",
    orGoThere: "or go there with the arrow keys and press",
    goOn: "Go on with this game",
    newGame: "New game",
    nextLesson: (title: string) => `Next lesson: ${title}`,
    restart: "Start again",
    leave: "Leave the lesson",
  },
  lessons: {
    "first-steps": {
      title: "First steps",
      teaches: "Play cards, acquire, defeat, and use a construct. Everything that a game is made of.",
    },
    "a-better-deck": {
      title: "A better deck",
      teaches: "Banish weak cards, combine factions, and bring the game to its end.",
    },
    "rise-of-vigil": {
      title: "Rise of Vigil",
      teaches: "Energy, treasure under the row, fates and trophies.",
    },
    "war-of-shadows": {
      title: "War of Shadows",
      teaches: "Day and night, and cards that cost runes and power.",
    },
    "gift-of-the-elements": {
      title: "Gift of the Elements",
      teaches: "Events that transform, Empower, and monsters that infest a deck.",
    },
  },
};
