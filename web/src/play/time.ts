const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

/** A moment, in seconds since 1970, as people read it on a clock; nothing where it is not known. */
export const timeOf = (seconds: number | null | undefined): string =>
  seconds == null ? "" : clock.format(new Date(seconds * 1000));
