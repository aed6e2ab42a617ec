/**
 * The sounds of the table, made of tones and noise: nothing is recorded and no file is fetched. Each takes an audio
 * context, where it goes and when it begins, so that a test can render it without loudspeakers. None lasts longer than
 * `LONGEST` seconds.
 */

import { Chance } from "../art/chance";
import type { SoundName } from "./cues";

export const LONGEST = 1.2;

type Out = { readonly context: BaseAudioContext; readonly to: AudioNode; readonly at: number };

interface Tone {
  readonly pitch: number;
  readonly glide?: number;
  readonly shape?: OscillatorType;
  readonly after?: number;
  readonly attack?: number;
  readonly lasts: number;
  readonly gain: number;
}

interface Noise {
  readonly filter: BiquadFilterType;
  readonly pitch: number;
  readonly glide?: number;
  readonly sharpness?: number;
  readonly after?: number;
  readonly attack?: number;
  readonly lasts: number;
  readonly gain: number;
}

/** Nothing, as far as an exponential curve can reach it. */
const SILENCE = 0.0001;
const ATTACK = 0.004;

/** From silence up and down again. */
function envelope({ context, to }: Out, start: number, attack: number, lasts: number, gain: number): GainNode {
  const node = context.createGain();
  node.gain.setValueAtTime(SILENCE, start);
  node.gain.exponentialRampToValueAtTime(gain, start + attack);
  node.gain.exponentialRampToValueAtTime(SILENCE, start + lasts);
  node.connect(to);
  return node;
}

function tone(out: Out, { pitch, glide = pitch, shape = "sine", after = 0, attack = ATTACK, lasts, gain }: Tone): void {
  const start = out.at + after;
  const source = out.context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, start);
  if (glide !== pitch) source.frequency.exponentialRampToValueAtTime(glide, start + lasts);
  source.connect(envelope(out, start, attack, lasts, gain));
  source.start(start);
  source.stop(start + lasts);
}

const hisses = new WeakMap<BaseAudioContext, AudioBuffer>();

/** A second of white noise, the same on every machine. */
function hiss(context: BaseAudioContext): AudioBuffer {
  let buffer = hisses.get(context);
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const chance = new Chance("hiss");
    const samples = buffer.getChannelData(0);
    for (let place = 0; place < samples.length; place++) samples[place] = chance.between(-1, 1);
    hisses.set(context, buffer);
  }
  return buffer;
}

function noise(out: Out, given: Noise): void {
  const { filter, pitch, glide = pitch, sharpness = 1, after = 0, attack = ATTACK, lasts, gain } = given;
  const start = out.at + after;
  const source = out.context.createBufferSource();
  source.buffer = hiss(out.context);
  const shaped = out.context.createBiquadFilter();
  shaped.type = filter;
  shaped.Q.value = sharpness;
  shaped.frequency.setValueAtTime(pitch, start);
  shaped.frequency.exponentialRampToValueAtTime(glide, start + lasts);
  source.connect(shaped).connect(envelope(out, start, attack, lasts, gain));
  source.start(start, (after * 7) % 0.4, lasts);
}

/** A struck bell: a fundamental and two partials that fade sooner. */
function bell(out: Out, pitch: number, after: number, lasts: number, gain: number): void {
  tone(out, { pitch, after, lasts, gain });
  tone(out, { pitch: pitch * 2.01, after, lasts: lasts * 0.6, gain: gain * 0.4 });
  tone(out, { pitch: pitch * 3.02, after, lasts: lasts * 0.3, gain: gain * 0.2 });
}

/** Notes one after the other, with a soft body below each. */
function melody(out: Out, pitches: readonly number[], step: number, lasts: number, gain: number): void {
  pitches.forEach((pitch, place) => {
    const after = place * step;
    const rest = Math.min(lasts, LONGEST - after - 0.05);
    bell(out, pitch, after, rest, gain);
    tone(out, { pitch: pitch / 2, shape: "triangle", after, attack: 0.03, lasts: rest, gain: gain * 0.5 });
  });
}

const [A3, C4, D4, E4, F4, G4, A4, C5, D5, E5, G5, C6] = [
  220, 261.6, 293.7, 329.6, 349.2, 392, 440, 523.3, 587.3, 659.3, 784, 1046.5,
] as const;

const SOUNDS: Record<SoundName, (out: Out) => void> = {
  card: (out) => {
    noise(out, { filter: "bandpass", pitch: 900, glide: 3200, attack: 0.03, lasts: 0.13, gain: 0.5 });
    noise(out, { filter: "lowpass", pitch: 700, after: 0.09, lasts: 0.09, gain: 0.6 });
    tone(out, { pitch: 170, glide: 90, after: 0.09, lasts: 0.1, gain: 0.28 });
  },
  coin: (out) => {
    bell(out, C6 * 1.5, 0, 0.3, 0.2);
    bell(out, C6 * 2, 0.07, 0.45, 0.18);
  },
  blade: (out) => {
    noise(out, { filter: "highpass", pitch: 2500, glide: 6500, attack: 0.02, lasts: 0.2, gain: 0.3 });
    for (const [place, pitch] of [1870, 2610, 3470].entries())
      tone(out, { pitch, glide: pitch * 1.01, shape: "triangle", after: 0.05, lasts: 0.5 - place * 0.1, gain: 0.1 });
    tone(out, { pitch: 140, glide: 70, after: 0.03, lasts: 0.16, gain: 0.3 });
  },
  shuffle: (out) => {
    for (let flick = 0; flick < 9; flick++)
      noise(out, {
        filter: "bandpass",
        pitch: 1400 + flick * 130,
        sharpness: 1.4,
        after: flick * (0.062 - flick * 0.0025),
        lasts: 0.06,
        gain: 0.75,
      });
    noise(out, { filter: "lowpass", pitch: 600, after: 0.38, lasts: 0.16, gain: 0.8 });
  },
  day: (out) => {
    melody(out, [C4, E4, G4, C5], 0.09, 0.75, 0.14);
    noise(out, { filter: "highpass", pitch: 5000, attack: 0.3, lasts: 0.8, gain: 0.03 });
  },
  night: (out) => {
    melody(out, [A4, F4, D4, A3], 0.09, 0.8, 0.15);
    noise(out, { filter: "lowpass", pitch: 500, glide: 180, attack: 0.2, lasts: 0.9, gain: 0.16 });
  },
  turn: (out) => {
    bell(out, G4, 0, 0.4, 0.28);
    bell(out, D5, 0.12, 0.7, 0.28);
  },
  victory: (out) => {
    melody(out, [C4, G4, C5, E5, G5], 0.1, 0.9, 0.17);
    tone(out, { pitch: C4 / 2, shape: "triangle", attack: 0.05, lasts: 1.1, gain: 0.2 });
  },
  defeat: (out) => {
    melody(out, [E4, D4, C4, A3], 0.16, 0.8, 0.17);
    tone(out, { pitch: A3 / 2, shape: "triangle", attack: 0.1, lasts: 1.1, gain: 0.22 });
  },
};

export function make(name: SoundName, context: BaseAudioContext, to: AudioNode, at: number): void {
  SOUNDS[name]({ context, to, at });
}

/** The gain at full volume. */
const LOUDEST = 1.6;

export const gainAt = (volume: number): number => LOUDEST * volume ** 2;

/** Where everything goes: as loud as is wished, and never too loud where several sounds meet. */
export function output(context: BaseAudioContext): GainNode {
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -12;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.002;
  limiter.release.value = 0.15;
  limiter.connect(context.destination);
  const gain = context.createGain();
  gain.connect(limiter);
  return gain;
}
