/** The texts about what cards are worth. They are apart from the others, because only the card browser fetches them. */

export { worth } from "./en/worth";
