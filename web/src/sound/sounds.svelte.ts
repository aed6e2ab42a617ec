/**
 * What is heard: a volume and a mute that are kept in the browser. Nothing sounds before the first click or key, and
 * nothing of the synthesizer is fetched before the first sound.
 */

import type { SoundName } from "./cues";

type Synth = typeof import("./synth");

const [VOLUME, MUTED] = ["vigil-volume", "vigil-muted"];
const USUAL = 0.5;
/** Seconds between two sounds that begin together. */
const APART = 0.07;
const MOST_AT_ONCE = 3;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Where nothing may be stored, it is as usual.
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It lasts until the page is left.
  }
}

const within = (volume: number): number => (Number.isFinite(volume) ? Math.min(1, Math.max(0, volume)) : USUAL);

const state = $state({ volume: within(Number(kept(VOLUME) ?? USUAL)), isMuted: kept(MUTED) === "yes" });

interface Player {
  readonly synth: Synth;
  readonly context: AudioContext;
  readonly gain: GainNode;
}

let player: Promise<Player> | undefined;

export const sounds = {
  /** From 0 to 1. */
  get volume(): number {
    return state.volume;
  },
  set volume(to: number) {
    state.volume = within(to);
    keep(VOLUME, String(state.volume));
    if (state.volume > 0) this.isMuted = false;
  },
  get isMuted(): boolean {
    return state.isMuted;
  },
  set isMuted(to: boolean) {
    state.isMuted = to;
    keep(MUTED, to ? "yes" : "no");
  },
  get isOn(): boolean {
    return !state.isMuted && state.volume > 0;
  },
  play(names: readonly SoundName[]): void {
    if (names.length && this.isOn && mayBegin()) void begin(names.slice(0, MOST_AT_ONCE));
  },
};

/** Browsers let a page sound only after somebody has touched it. */
const mayBegin = (): boolean => "userActivation" in navigator && navigator.userActivation.hasBeenActive;

async function begin(names: readonly SoundName[]): Promise<void> {
  try {
    player ??= load();
    const { synth, context, gain } = await player;
    if (context.state === "suspended") await context.resume();
    gain.gain.value = synth.gainAt(sounds.volume);
    names.forEach((name, place) => synth.make(name, context, gain, context.currentTime + place * APART));
  } catch {
    player = undefined; // A device without sound: the table goes on without it.
  }
}

async function load(): Promise<Player> {
  const synth = await import("./synth");
  const context = new AudioContext();
  return { synth, context, gain: synth.output(context) };
}
