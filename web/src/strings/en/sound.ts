/** Sound: its volume, and the button that mutes it. */
export const sound = {
  volume: "Sound volume",
  off: "Off",
  percent: (volume: number) => `${Math.round(volume * 100)} %`,
  mute: "Mute sounds",
  unmute: "Turn sounds on",
};
