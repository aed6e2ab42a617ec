/** What people say to each other. */
export const chat = {
  label: "What was said",
  nothing: "Nobody has said anything yet.",
  mute: "Mute",
  muteName: (name: string) => `Mute ${name}`,
  isMuted: (name: string) => `${name} is muted.`,
  unmute: "Unmute",
  say: "Say something",
  send: "Send",
};
