/** What is said about the connection to the server. */
export const connection = {
  signedOut: "You are signed out.",
  signInAgain: "Sign in again.",
  notices: {
    slow: "The server is not answering …",
    lost: "Not connected. Reconnecting …",
    offline: "Not connected. This device is offline.",
    restarting: "Not connected. The server is restarting …",
  },
  back: "Connected again.",
  held: "Not connected. This is sent when the connection is back.",
  givenBack: (choice: string) => `The game went on while you were not connected. This was not done: ${choice}.`,
  noAnswer: "The server does not answer.",
  tryAgainSoon: "Try again in a moment.",
  notUnderstood: "The server sent something that this page does not understand.",
  reload: "Reload the page.",
  unreachable: "The server cannot be reached.",
  withoutServer: "Cards, rules and downloaded replays work without it.",
  notLoaded: "This part of the page could not be loaded.",
  openReplay: "Open a replay",
  newVersion: "A new version is ready.",
  reloadNow: "Reload",
};
