/** What the guide of each lesson says. Loaded with a lesson, not with the page. */

import { counted } from "../plural";

const runes = (amount: number): string => counted(amount, "rune", "runes");
const power = (amount: number): string => `${amount} power`;
const honor = (amount: number): string => `${amount} honor`;
const listed = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? "");

const SKIES: Readonly<Record<string, string>> = { day: "It is day.", night: "It is night." };

export const lessons = {
  common: {
    listed,
    purse: (r: number, p: number) => listed([...(r ? [runes(r)] : []), ...(p ? [power(p)] : [])]) || "nothing",
    theGame: "The game",
    asks: (who: string) => `${who} asks you something. Answer with what is lit; you may decline what is optional.`,
    oneMoment: "One moment: somebody else has to decide something first.",
    lost: (purse: string, amount: number) => `${purse} went unspent and ${amount > 1 ? "are" : "is"} lost.`,
    watching: "Your opponent has a turn.",
    took: (cards: string) => `So far it has taken ${cards}.`,
    shares: "It takes from the same row and the same piles as you.",
    isOver: "The game is over, but now you know what is new in this set.",
  },
  firstSteps: {
    welcome:
      "Welcome. You and a bot sit at this table, and each of you builds a deck. Whoever has the most honor at the end wins. This is your first hand.",
    apprentice: "Play an Apprentice: touch it. It gives a rune, and runes acquire cards. Playing a card costs nothing.",
    militia: (purse: string) =>
      `You have ${purse} now, as the bar below says. Play a Militia: it gives power, and power defeats monsters.`,
    rest: "Play the others too: one by one, or all of them at once.",
    look: (purse: string, card: string) =>
      `You have ${purse}. The cards in the row are there for everybody. Read ${card} before you take it: rest the pointer on the card, or hold it.`,
    acquire: (card: string, cost: number) => `Now acquire ${card}: touch it. It costs ${runes(cost)}.`,
    discard: (cards: string) =>
      `${cards} went to your discard pile. When your deck is empty, the discard pile is shuffled and becomes the deck: then you draw what you have acquired.`,
    cultist: (left: number) =>
      `${power(left)} is left. The Cultist costs 2 and never goes away. Defeat it for 1 honor.`,
    honor: (amount: number) =>
      `You have ${honor(amount)}, taken from the pool. When the pool is empty, the game ends. Most cards that you acquire are worth honor too: it is the small crystal on them.`,
    end: "End the turn. The cards you have played are discarded, and you draw five new ones.",
    secondHand: "Your turn again, with the other five cards of your deck. Play them all.",
    construct: (card: string) =>
      `${card} is a construct. A hero helps once and is discarded; a construct stays in front of you and helps in each of your turns. Acquire it.`,
    soldier: (acquired: string, purse: string, card: string) =>
      `${acquired ? `${acquired} will serve you. ` : ""}You have ${purse}. Heavy Infantry for power and Mystics for runes are always there. Acquire ${card}.`,
    endAgain: "End the turn. Your deck is empty, so the discard pile is shuffled now, with all that you have acquired.",
    layConstruct: (drawn: string, card: string) => `Look what you have drawn: ${drawn}. Play ${card}.`,
    useConstruct: (card: string) => `${card} lies in front of you and stays there. Use it: once in each of your turns.`,
    thirdHand: "Play the rest of your hand.",
    monster: (purse: string, card: string) =>
      `You have ${purse}: enough for ${card}. Its reward is better than that of the Cultist, and it goes to the void. Defeat it.`,
    spend: (purse: string) =>
      `You have ${purse}. Acquire what you like; a Mystic is never wrong, for more runes buy better cards. What you do not spend is lost with the turn.`,
    endOnceMore: "End the turn. Then you know everything that a game is made of.",
    isOver: "The game is over. Now you know how it goes.",
    closing: (pool: number, mine: number) =>
      `That is the whole game: play, acquire, defeat, and a deck that grows better. It goes on until the pool is empty: ${honor(pool)} is left, and you have ${mine}. Then the honor on all your cards is added, and the most wins.`,
  },
  aBetterDeck: {
    welcome: (owned: number) =>
      `The last turns of a game. You own ${counted(owned, "card", "cards")}, and eight of them are still Apprentices. Each Apprentice you draw is a better card you do not draw.`,
    banish:
      "Play Void Initiate. It gives a rune, and you may banish a card with it: that card leaves your deck for good.",
    whatToBanish:
      "Banish an Apprentice from your discard pile. The one in your hand could still give you a rune this turn; this one would only come back later.",
    thin: (card: string, owned: number) =>
      `${card} is gone, and your deck has ${counted(owned, "card", "cards")}. The fewer weak cards a deck has, the more often the good ones come round. That is worth more early in a game than late.`,
    factions:
      "The emblem on a card is its faction. Enlightened cards draw, Lifebound cards bring runes and honor, Mechana constructs help each other, Void cards fight and banish.",
    kin: "Some cards ask for others of their faction. Runic Lycanthrope gives 2 power if another Lifebound hero came before it. So play Lifebound Initiate first.",
    wolf: "Now play Runic Lycanthrope: the Lifebound hero before it makes it stronger. In a turn, the order often matters.",
    wolfAlone: "Play Runic Lycanthrope. No other Lifebound hero came before it, so this time it gives runes alone.",
    rest: "Play the rest of your hand.",
    ally: (purse: string, card: string) =>
      `You have ${purse}. ${card} is Lifebound too: a deck that leans on one or two factions helps itself. Acquire it.`,
    fight: (left: number, card: string, pool: number) =>
      `${power(left)} is left, and ${honor(pool)} in the pool. Defeat ${card}: honor that you take brings the end closer.`,
    end: "End the turn.",
    pool: (left: number) =>
      `Only ${honor(left)} is left in the pool. When it is empty, the round is played to its end, so that everybody has had the same number of turns. What you acquire now will hardly be drawn again.`,
    secondHand: "Play your hand.",
    worth: (card: string) =>
      `So near the end a card is worth the honor printed on it, and little else. ${card} has the most that you can pay for. Acquire it.`,
    lastMonster: (card: string) =>
      `Defeat ${card}. Its honor empties the pool; if the pool holds too little, you still get all of it.`,
    banishFromRow:
      "You may banish a card in the row, so that your opponent does not get it. So near the end it changes little: decline, or choose.",
    banishOwn:
      "Now you may banish a card of your discard pile. It will not come round again anyway: decline, or choose.",
    lastRound:
      "The pool is empty: this is the last round. You began the game, so your opponent has one more turn, and then honor is counted.",
    endAgain: "End the turn, and see how it ends.",
    isOver:
      "The game is over. Everybody's honor is what they took from the pool, and the honor on every card they own: in hand, deck, discard pile and play.",
    closing: (pool: number) =>
      `The pool still holds ${honor(pool)}, so the game goes on. When it is empty, the round is finished, and the honor on all cards is added to what everybody took.`,
  },
  riseOfVigil: {
    welcome:
      "Rise of Vigil brings energy and treasure. You already own an Energy Shard, and more of them lie under cards of the row.",
    shard: "Play the Energy Shard. It gives 1 energy and draws a card, so it never costs you anything.",
    energize: (energy: number) =>
      `You have ${energy} energy this turn. It is counted, never spent. Leotan's Familiar says Energize 1: with 1 energy or more it gives 2 honor too. Play it.`,
    rest: (energy: number) =>
      `${energy ? "The energy is still there for every other card that asks for it. " : ""}Play the rest of your hand.`,
    treasure: (card: string) =>
      `${card} lies on an Energy Shard. Whoever acquires or defeats a card gets all the treasure under it. Acquire ${card}.`,
    yours:
      "The shard went to your discard pile too. When a treasure turns up, it does not fill a place in the row: the next card is laid on it. If that card is banished, the treasure waits under its successor.",
    fate: (card: string) =>
      `${card} says Fate. A fate happens at the moment when the card enters the row, and it is for every player. In this set it counts the treasure under the card.`,
    end: "End the turn.",
    secondHand: "Play your hand. Heavy Infantry brings the power that you need now.",
    trophy: (card: string) =>
      `${card} is a trophy: defeated, it gives its honor and then lies in front of you until you use it. Defeat it.`,
    useTrophy: (card: string, energy: number) =>
      `Use ${card}: it is banished and gives energy. You have ${energy} energy now, and the next monster asks for more.`,
    monster: (energy: number, card: string, treasure: number) =>
      `Now you have ${energy} energy. Defeat ${card}${treasure ? ", and get the treasure under it" : ""}. A monster looks at your energy when it is defeated, so the order was worth it.`,
    spend: (purse: string) => `You have ${purse}. Acquire what you like.`,
    darkwalker:
      "Darkwalker has Energize 1: you may banish a card of your hand or discard pile. An Apprentice is a good choice.",
    endAgain: "End the turn. That is what is new.",
    closing:
      "Energy is counted and never spent, treasure comes with the card above it, fates happen in the row, trophies wait for you. The game goes on, if you like.",
  },
  warOfShadows: {
    welcome:
      "In War of Shadows every card carries a light orb, a sun, or a dark one, a moon. The cards of the row make the day and the night.",
    sky: (light: string, suns: number, moons: number) =>
      `The row shows ${counted(suns, "sun", "suns")} and ${counted(moons, "moon", "moons")}. ${SKIES[light] ?? "It is neither day nor night."}`,
    sentry: (isDay: boolean) =>
      isDay
        ? "Solar Sentry gives 2 runes, and 2 more by day. A hero looks at the row when it is played. Play it now, while it is day."
        : "Solar Sentry gives 2 runes, and 2 more by day. It is not day, so it gives 2. Play it.",
    rest: "Play the rest of your hand.",
    dual: (card: string, r: number, p: number) =>
      `${card} has a dual cost: ${runes(r)} and ${power(p)}, both of them. It is acquired, never defeated, though power is spent on it. Acquire it.`,
    moved: (sky: string) => `The card that you took has left the row, and another one came. ${sky}`,
    spend: (purse: string) =>
      `You have ${purse}. Acquire a Mystic: cards that are always there have no orb and change nothing in the sky.`,
    end: "End the turn.",
    wait: (sky: string) =>
      `${sky} You hold Dark Gladiator, which gives 2 power, and 2 more at night. Keep it in your hand for a moment.`,
    others: "Play the other cards of your hand first, one by one.",
    sun: (card: string) =>
      `${card} carries a sun. Once it has left the row, the moons may outnumber the suns. Take it.`,
    gladiator: (isNight: boolean, sky: string) =>
      isNight
        ? `${sky} Now play Dark Gladiator, for 4 power instead of 2.`
        : `${sky} Dark Gladiator gives 2 power now. Play it, or change the row first.`,
    monster: (purse: string, card: string) => `You have ${purse}: enough for ${card}. Defeat it.`,
    beetle: "Shardwing Beetle offers 3 more honor for 3 runes. Take it if you need the runes for nothing else.",
    endAgain: "End the turn. That is what is new.",
    closing:
      "Count suns and moons before you play, and change the row before a card that needs the day or the night. Dual costs want runes and power in one turn. The game goes on, if you like.",
  },
  giftOfTheElements: {
    welcome: "Gift of the Elements brings events, cards that empower you, and monsters that find their way into decks.",
    event: (event: string) =>
      `${event} is an event. It does not lie in the row, and its rule holds for all players: now every monster of the row costs 1 power less. A new event takes the place of the old one.`,
    play: "Play your hand.",
    empower: (card: string) =>
      `${card} has Empower: when you acquire it, you may banish a card that you have played this turn. Acquire it.`,
    whatToBanish: "Banish an Apprentice. You keep the rune that it gave, and it never comes back.",
    empowered: (card: string) =>
      `${card} is gone, and you have used it all the same. Empower reaches only what you have played this turn: so play your weakest cards before you acquire.`,
    infest: (card: string) =>
      `${card} can infest: defeated, it may go to any player's discard pile instead of the void. Defeat it. The event makes it cheaper.`,
    whereTo:
      "Put it into your opponent's discard pile. There it takes the place of a better card, because it does nothing of its own. The reward is yours.",
    end: "End the turn.",
    secondHand: "A rich hand: play it.",
    transform: (amount: number, event: string, hero: string) =>
      `You have ${runes(amount)}. Whoever pays 8 runes transforms ${event} into ${hero}, a hero for their own deck. Use the event.`,
    transformed:
      "The hero went to your discard pile and will be drawn with the rest. Until another event turns up, there is none.",
    spend: (purse: string) => `You have ${purse}. Acquire what you like; next time you may have enough for the event.`,
    endAgain: "End the turn. That is what is new.",
    closing:
      "Events are for everybody until somebody transforms them, Empower cleans your deck while you buy, and what you defeat may trouble others. The game goes on, if you like.",
  },
};
