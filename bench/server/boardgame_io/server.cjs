// A boardgame.io server as its documentation sets one up: no deltas, credentials for every seat. Its storage is in memory
// as it comes, or in files of the folder that is named.
//
//   node server.cjs PORT [FOLDER]
//
// The game is a deckbuilder in its simplest form: hands of five cards, a row of six to buy from, honor until a pool is
// empty. It has the zones and about the length of a real one, and next to no rules.

const { FlatFile, Origins, Server } = require('boardgame.io/server')

const STARTERS = [...Array(8).fill('Apprentice'), ...Array(2).fill('Militia')]
const HAND = 5
const ROW = 6
const POOL = 60
const COSTS = { Mystic: 3, Seer: 4, Warden: 5, Oracle: 6, Smith: 2, Ranger: 3, Herald: 4, Titan: 7 }
const RUNES = { Apprentice: 1, Militia: 1, Mystic: 2, Seer: 2, Warden: 3, Oracle: 3, Smith: 1, Ranger: 2, Herald: 2, Titan: 4 }

function draw(player, count, random) {
  while (count-- > 0) {
    if (!player.deck.length) {
      player.deck = random.Shuffle(player.discard)
      player.discard = []
    }
    if (player.deck.length) player.hand.push(player.deck.pop())
  }
}

const ours = (G, playerID) => G.players[playerID]

const game = {
  name: 'cards',
  minPlayers: 2,
  maxPlayers: 2,

  setup: ({ random }) => {
    const deck = random.Shuffle(Object.keys(COSTS).flatMap((card) => Array(12).fill(card)))
    const players = {}
    for (const seat of ['0', '1']) {
      players[seat] = { honor: 0, runes: 0, deck: random.Shuffle(STARTERS), hand: [], played: [], discard: [] }
      draw(players[seat], HAND, random)
    }
    return { pool: POOL, row: deck.splice(0, ROW), deck, void: [], players }
  },

  // What a seat may not know becomes a number.
  playerView: ({ G, playerID }) => {
    const players = {}
    for (const [seat, player] of Object.entries(G.players)) {
      players[seat] = { ...player, deck: player.deck.length }
      if (seat !== playerID) players[seat].hand = player.hand.length
    }
    return { ...G, deck: G.deck.length, players }
  },

  moves: {
    play: ({ G, playerID }, place) => {
      const player = ours(G, playerID)
      const [card] = player.hand.splice(place, 1)
      player.played.push(card)
      player.runes += RUNES[card]
    },
    acquire: ({ G, playerID }, place) => {
      const player = ours(G, playerID)
      const card = G.row[place]
      player.runes -= COSTS[card]
      player.discard.push(card)
      player.honor += 1
      G.pool -= 1
      G.row[place] = G.deck.length ? G.deck.pop() : 'Mystic'
    },
    end: ({ G, playerID, random, events }) => {
      const player = ours(G, playerID)
      player.discard.push(...player.hand, ...player.played)
      player.hand = []
      player.played = []
      player.runes = 0
      draw(player, HAND, random)
      events.endTurn()
    },
  },

  endIf: ({ G }) => (G.pool <= 0 ? { winner: ours(G, '0').honor > ours(G, '1').honor ? '0' : '1' } : undefined),
}

// It listens on this machine alone, and says at which port.
const [port, folder] = process.argv.slice(2)
Server({ games: [game], origins: [Origins.LOCALHOST], ...(folder && { db: new FlatFile({ dir: folder }) }) })
  .run({ port: { host: '127.0.0.1', port: Number(port) } })
  .then(({ appServer }) => console.log(`listening at ${appServer.address().port}`))
