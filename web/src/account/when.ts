/** Moments as people write them. The server's times are seconds since 1970. */

const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export const onDay = (seconds: number): string => day.format(seconds * 1000);
export const atMinute = (seconds: number): string => minute.format(seconds * 1000);
