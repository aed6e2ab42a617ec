/** Where people and their games are found. */

export const profileAddress = (name: string): string => `/people/${encodeURIComponent(name)}`;
export const challengeAddress = (name: string): string => `/new?challenge=${encodeURIComponent(name)}`;
export const replayAddress = (game: string): string => `/games/${game}/replay`;
export const reviewAddress = (game: string): string => `/games/${game}/review`;
