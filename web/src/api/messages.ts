/** The server's messages. Made from its OpenAPI document by `python -m tools.make_web_types`: change them there. */

export interface AnswerUndo {
  do: "answer-undo";
  request: number;
  agree: boolean;
}

export interface Bag {
  size: number;
  cards: Record<string, number> | null;
}

export interface Beginning {
  game?: string;
  lesson?: string;
  step?: number;
}

export interface BlockedPeople {
  people: BlockedPerson[];
}

export interface BlockedPerson {
  person: string;
  name: string;
}

export interface Board {
  turn: TurnSight;
  row: Offer[];
  piles: Offer[];
  event: string | null;
  light: string;
  day_for_active: boolean;
  pool: number;
  center_deck: number;
  void: Record<string, number>;
  removed: Record<string, number>;
  set_aside: string[];
  on_its_way: string[];
  cult_honor: number;
  cult_cards: Record<string, number>;
  extra_turns: number;
  first: number;
  ending: boolean;
  over: boolean;
  winners: number[];
  deciding: number | null;
  asking: string | null;
  waits: WhyNot | null;
  players: PlayerSight[];
}

export interface BotFacts {
  name: string;
  description: string;
  notice: string;
}

export interface Catalogue {
  version: string;
  sets: SetFacts[];
  most_players: number;
  most_players_of_one_set: number;
  variants: Named[];
  bots: BotFacts[];
  clocks: Preset[];
  leaving: Named[];
  options: Named[];
  defaults: TableSettings;
  phrases: Record<string, string>;
}

export interface ChallengeNow {
  id: string;
  by: string;
  by_name: string;
  state: State;
  people: ChallengedPerson[];
  bots: string[];
  settings: TableSettings;
  created: number;
  expires: number;
  table: string;
  rematch_of: string;
}

export interface ChallengedPerson {
  person: string;
  name: string;
  accepted: boolean;
}

export type Change = "left" | "returned" | "timed-out";

export interface Choose {
  do: "choose";
  seat: number;
  version: number;
  choice: string;
}

export interface Close {
  do: "close";
}

export type Code = "blocked" | "challenge_not_found" | "cross_site" | "forbidden" | "game_not_over" | "game_not_running" | "game_started" | "idempotency_key_reused" | "illegal_choice" | "internal_error" | "invalid_request" | "invitation_not_found" | "lesson_not_found" | "limit_reached" | "method_not_allowed" | "name_taken" | "no_effect" | "not_asked" | "not_found" | "not_in_rated_games" | "not_seated" | "not_your_seat" | "not_your_turn" | "nothing_to_undo" | "out_of_time" | "person_not_found" | "rate_limited" | "seat_held_by_bot" | "seat_not_found" | "seat_taken" | "seats_open" | "stale" | "table_not_found" | "time_left" | "too_large" | "unauthenticated" | "unavailable" | "wrong_password";

export interface DaysPerTurn {
  kind: "days";
  days?: number;
}

export interface DecisionSight {
  prompt: string;
  prompt_pieces: (string | string[])[];
  card: string | null;
  is_turn: boolean;
  is_optional: boolean;
  refusal: string;
  picks: string[];
  options: OptionSight[];
}

export interface Done {
  kind: "done";
  number: number;
  key?: string;
}

export type Ending = "finished" | "left" | "timed_out" | "abandoned";

export interface Favourite {
  card: string;
  copies: number;
  games: number;
}

export interface GameHistory {
  now: number;
  current: TableLine[];
  hidden: TableLine[];
  games: GameLine[];
  next: string;
}

export interface GameLine {
  id: string;
  ended: number;
  ending: Ending;
  sets: string[];
  variant: string;
  turns: number;
  live: boolean;
  rated: boolean;
  practice: boolean;
  outcome: Outcome;
  place: number;
  score: number;
  players: PlayerLine[];
}

export interface GamePage {
  id: string;
  phase: Phase;
  settings: TableSettings;
  beginning: Beginning | null;
  seats: SeatNow[];
  result: Result;
  commitment: string;
  revealed: Revealed;
  opened: number;
  ended: number;
  steps: Step[];
}

export interface GamePages {
  games: GameLine[];
  next: string;
}

export interface Happening {
  kind: string;
  seat?: number | null;
  card?: string | null;
  amount?: number;
  source?: string | null;
  target?: string | null;
  other?: number | null;
  detail?: string;
}

export interface Held {
  hand: string[];
  deck: Record<string, number>;
}

export interface Hint {
  version: number;
  choice: string;
  reason: string;
}

export interface Invitation {
  table: string;
  seat: number;
  token: string;
  link: string;
}

export interface Invited {
  table: string;
  seat: number;
  by: string;
  phase: Phase;
  settings: TableSettings;
  is_free: boolean;
}

export interface Leave {
  do: "leave";
}

export type Leaving = "bot" | "end";

export interface Line {
  number: number;
  at: number;
  by: string;
  name: string;
  phrase: string;
  text: string;
}

export interface Lobby {
  now: number;
  open: TableLine[];
  running: TableLine[];
  mine: TableLine[];
  turns: number;
  latest: GameLine[];
}

export interface Me {
  id: string;
  name: string;
  is_guest: boolean;
  webhook: string | null;
  muted: string[];
  created: number;
}

export interface Named {
  name: string;
  description: string;
}

export interface NewChallenge {
  name: string;
  settings?: TableSettings;
  seats?: string[] | null;
}

export interface NewReport {
  person: string;
  text: string;
  table?: string;
}

export interface NewTable {
  settings?: TableSettings;
  seats?: string[] | null;
  names?: string[];
  start?: boolean;
  beginning?: Beginning | null;
}

export interface News {
  version: number;
  seat: number | null;
  happenings: Happening[];
  text: string;
}

export interface NoticesNow {
  kind: "notices";
  you: string;
  turns: number;
  waiting: WaitingGame[];
  challenges: ChallengeNow[];
}

export interface Offer {
  card: string | null;
  under: string[];
  left: number | null;
  runes: number;
  power: number;
  option: number | null;
  why_not: WhyNot | null;
}

export interface OpponentLine {
  person: string;
  name: string;
  bot: string;
  has_profile: boolean;
  record: Tally;
}

export interface OptionSight {
  text: string;
  verb: string;
  card?: string | null;
  zone?: string | null;
  slot?: number | null;
  seat?: number | null;
  label?: string;
  power?: number | null;
  cuts?: number | null;
}

export type Outcome = "won" | "lost" | "shared" | "none";

export interface PerGame {
  kind: "game";
  seconds?: number;
  increment?: number;
}

export interface PerTurn {
  kind: "turn";
  seconds?: number;
}

export type Phase = "ended" | "finished" | "lobby" | "playing";

export interface Piles {
  kind: "piles";
  seat: number | null;
  version: number;
  center_deck: (Record<string, number>)[];
  decks: Bag[][];
  unseen: (Record<string, number>)[];
}

export interface PlayerLine {
  person: string;
  name: string;
  bot: string;
  has_profile: boolean;
  score: number;
  place: number;
  outcome: Outcome;
}

export interface PlayerSight {
  honor: number;
  hand: string[] | null;
  hand_count: number;
  shown: string[];
  deck_count: number;
  top_of_deck: string | null;
  discard: Record<string, number>;
  played: string[];
  constructs: string[];
  used: boolean[];
  trophies: string[];
}

export interface Positions {
  first: number;
  sights: Sight[][];
  held: Held[][];
}

export interface PresenceNow {
  kind: "presence";
  here: boolean[];
  watching: number;
}

export interface Preset {
  name: string;
  description: string;
  clock: Untimed | PerTurn | PerGame | DaysPerTurn;
}

export interface Profile {
  id: string;
  name: string;
  created: number;
  private: boolean;
  is_you: boolean;
  you_blocked: boolean;
  may_challenge: boolean;
  statistics: ProfileStatistics | null;
}

export interface ProfileSettings {
  private: boolean;
}

export interface ProfileStatistics {
  total: Tally;
  by_set: Record<string, Tally>;
  by_opponent: OpponentLine[];
  favourite_cards: Favourite[];
  streaks: Streaks;
}

export interface Refusal {
  kind: "refused";
  code: Code;
  message: string;
  hint: string;
  key?: string;
}

export interface ReportReceived {
  id: string;
}

export interface Result {
  winners: number[];
  scores: number[];
  left_by: number | null;
}

export interface Return {
  do: "return";
}

export interface Revealed {
  seed: string;
  salt: string;
}

export interface Say {
  do: "say";
  phrase?: string;
  text?: string;
}

export interface SeatBot {
  do: "seat-bot";
  seat: number;
  level: string;
}

export interface SeatChange {
  number: number;
  at: number;
  seat: number;
  kind: Change;
}

export interface SeatLine {
  person: string;
  name: string;
  bot: string;
}

export interface SeatNow {
  person: string;
  name: string;
  bot: string;
  style: string;
  here: boolean;
  bot_since: number | null;
  seconds: number | null;
  clock_runs: boolean;
}

export interface Seated {
  table: string;
  seat: number;
  number: number;
}

export interface Sent {
  key?: string;
  action?: Sit | Stand | SeatBot | Start | Choose | Undo | AnswerUndo | Say | Leave | Return | Close | null;
}

export interface SetFacts {
  name: string;
  short: string;
  title: string;
  cards: number;
  center_deck: number;
  description: string;
}

export interface Sight {
  seat: number | null;
  board: Board;
  decision: DecisionSight | null;
  news: News[];
}

export interface Sit {
  do: "sit";
  seat: number;
  name?: string;
}

export interface Stand {
  do: "stand";
  seat: number;
}

export interface Start {
  do: "start";
}

export type State = "accepted" | "declined" | "open" | "started" | "withdrawn";

export interface Step {
  seat: number;
  choice: string;
}

export interface Streaks {
  current: number;
  longest: number;
}

export interface TableLine {
  id: string;
  owner: string;
  owner_name: string;
  phase: Phase;
  settings: TableSettings;
  seats: SeatLine[];
  open_seats: number;
  deciding: string;
  your_turn: boolean;
  deadline: number | null;
  created: number;
  changed: number;
}

export interface TableNow {
  kind: "table";
  id: string;
  number: number;
  version: number;
  since: number;
  phase: Phase;
  settings: TableSettings;
  beginning: Beginning | null;
  owner: string;
  you: string;
  your_seats: number[];
  seats: SeatNow[];
  paused: boolean;
  seat_changes: SeatChange[];
  watching: number;
  may_undo: boolean;
  undo_turns: number[];
  undo: UndoNow | null;
  taken_back: number | null;
  chat: Line[];
  commitment: string;
  revealed: Revealed | null;
  result: Result | null;
  sights: Sight[];
}

export interface TableSettings {
  sets?: string[];
  players?: number;
  variant?: string;
  honor_pool?: number | null;
  shards?: number | null;
  row_length?: number;
  first?: number | null;
  clock?: Untimed | PerTurn | PerGame | DaysPerTurn;
  public?: boolean;
  rated?: boolean;
  leaving?: Leaving;
  stand_in?: string;
}

export interface Tally {
  won: number;
  lost: number;
  none: number;
}

export interface TurnSight {
  seat: number;
  number: number;
  runes: number;
  power: number;
  energy: number;
  mechana_runes: number;
  construct_discount: number;
  treasure_discount: number;
  void_defeats: number;
  mixed_payment: boolean;
  pending: string[];
}

export interface Undo {
  do: "undo";
  version: number;
  consent?: string[];
}

export interface UndoNow {
  request: number;
  by: string;
  waits_for: string[];
}

export interface Untimed {
  kind: "none";
}

export interface WaitingGame {
  id: string;
  settings: TableSettings;
  opponents: string[];
  deadline: number | null;
}

export interface WhyNot {
  code: string;
  params: Record<string, number | string>;
  text: string;
}

export interface Received {
  TableNow: TableNow;
  PresenceNow: PresenceNow;
  Done: Done;
  Refusal: Refusal;
  Piles: Piles;
  Hint: Hint;
  Me: Me;
  Lobby: Lobby;
  Catalogue: Catalogue;
  Invitation: Invitation;
  Invited: Invited;
  Seated: Seated;
  GamePage: GamePage;
  Positions: Positions;
  GameHistory: GameHistory;
  GamePages: GamePages;
  Profile: Profile;
  ProfileSettings: ProfileSettings;
  BlockedPeople: BlockedPeople;
  ReportReceived: ReportReceived;
  ChallengeNow: ChallengeNow;
  NoticesNow: NoticesNow;
}

export const SHAPES = {
  Bag: {"size":"number","cards":["or",["map","number"],"null"]},
  Beginning: {"game?":"string","lesson?":"string","step?":"number"},
  BlockedPeople: {"people":["list","@BlockedPerson"]},
  BlockedPerson: {"person":"string","name":"string"},
  Board: {"turn":"@TurnSight","row":["list","@Offer"],"piles":["list","@Offer"],"event":["or","string","null"],"light":"string","day_for_active":"boolean","pool":"number","center_deck":"number","void":["map","number"],"removed":["map","number"],"set_aside":["list","string"],"on_its_way":["list","string"],"cult_honor":"number","cult_cards":["map","number"],"extra_turns":"number","first":"number","ending":"boolean","over":"boolean","winners":["list","number"],"deciding":["or","number","null"],"asking":["or","string","null"],"waits":["or","@WhyNot","null"],"players":["list","@PlayerSight"]},
  BotFacts: {"name":"string","description":"string","notice":"string"},
  Catalogue: {"version":"string","sets":["list","@SetFacts"],"most_players":"number","most_players_of_one_set":"number","variants":["list","@Named"],"bots":["list","@BotFacts"],"clocks":["list","@Preset"],"leaving":["list","@Named"],"options":["list","@Named"],"defaults":"@TableSettings","phrases":["map","string"]},
  ChallengeNow: {"id":"string","by":"string","by_name":"string","state":"@State","people":["list","@ChallengedPerson"],"bots":["list","string"],"settings":"@TableSettings","created":"number","expires":"number","table":"string","rematch_of":"string"},
  ChallengedPerson: {"person":"string","name":"string","accepted":"boolean"},
  Change: "string",
  Code: "string",
  DaysPerTurn: {"kind":"=days","days?":"number"},
  DecisionSight: {"prompt":"string","prompt_pieces":["list",["or","string",["list","string"]]],"card":["or","string","null"],"is_turn":"boolean","is_optional":"boolean","refusal":"string","picks":["list","string"],"options":["list","@OptionSight"]},
  Done: {"kind":"=done","number":"number","key?":"string"},
  Ending: "string",
  Favourite: {"card":"string","copies":"number","games":"number"},
  GameHistory: {"now":"number","current":["list","@TableLine"],"hidden":["list","@TableLine"],"games":["list","@GameLine"],"next":"string"},
  GameLine: {"id":"string","ended":"number","ending":"@Ending","sets":["list","string"],"variant":"string","turns":"number","live":"boolean","rated":"boolean","practice":"boolean","outcome":"@Outcome","place":"number","score":"number","players":["list","@PlayerLine"]},
  GamePage: {"id":"string","phase":"@Phase","settings":"@TableSettings","beginning":["or","@Beginning","null"],"seats":["list","@SeatNow"],"result":"@Result","commitment":"string","revealed":"@Revealed","opened":"number","ended":"number","steps":["list","@Step"]},
  GamePages: {"games":["list","@GameLine"],"next":"string"},
  Happening: {"kind":"string","seat?":["or","number","null"],"card?":["or","string","null"],"amount?":"number","source?":["or","string","null"],"target?":["or","string","null"],"other?":["or","number","null"],"detail?":"string"},
  Held: {"hand":["list","string"],"deck":["map","number"]},
  Hint: {"version":"number","choice":"string","reason":"string"},
  Invitation: {"table":"string","seat":"number","token":"string","link":"string"},
  Invited: {"table":"string","seat":"number","by":"string","phase":"@Phase","settings":"@TableSettings","is_free":"boolean"},
  Leaving: "string",
  Line: {"number":"number","at":"number","by":"string","name":"string","phrase":"string","text":"string"},
  Lobby: {"now":"number","open":["list","@TableLine"],"running":["list","@TableLine"],"mine":["list","@TableLine"],"turns":"number","latest":["list","@GameLine"]},
  Me: {"id":"string","name":"string","is_guest":"boolean","webhook":["or","string","null"],"muted":["list","string"],"created":"number"},
  Named: {"name":"string","description":"string"},
  News: {"version":"number","seat":["or","number","null"],"happenings":["list","@Happening"],"text":"string"},
  NoticesNow: {"kind":"=notices","you":"string","turns":"number","waiting":["list","@WaitingGame"],"challenges":["list","@ChallengeNow"]},
  Offer: {"card":["or","string","null"],"under":["list","string"],"left":["or","number","null"],"runes":"number","power":"number","option":["or","number","null"],"why_not":["or","@WhyNot","null"]},
  OpponentLine: {"person":"string","name":"string","bot":"string","has_profile":"boolean","record":"@Tally"},
  OptionSight: {"text":"string","verb":"string","card?":["or","string","null"],"zone?":["or","string","null"],"slot?":["or","number","null"],"seat?":["or","number","null"],"label?":"string","power?":["or","number","null"],"cuts?":["or","number","null"]},
  Outcome: "string",
  PerGame: {"kind":"=game","seconds?":"number","increment?":"number"},
  PerTurn: {"kind":"=turn","seconds?":"number"},
  Phase: "string",
  Piles: {"kind":"=piles","seat":["or","number","null"],"version":"number","center_deck":["list",["map","number"]],"decks":["list",["list","@Bag"]],"unseen":["list",["map","number"]]},
  PlayerLine: {"person":"string","name":"string","bot":"string","has_profile":"boolean","score":"number","place":"number","outcome":"@Outcome"},
  PlayerSight: {"honor":"number","hand":["or",["list","string"],"null"],"hand_count":"number","shown":["list","string"],"deck_count":"number","top_of_deck":["or","string","null"],"discard":["map","number"],"played":["list","string"],"constructs":["list","string"],"used":["list","boolean"],"trophies":["list","string"]},
  Positions: {"first":"number","sights":["list",["list","@Sight"]],"held":["list",["list","@Held"]]},
  PresenceNow: {"kind":"=presence","here":["list","boolean"],"watching":"number"},
  Preset: {"name":"string","description":"string","clock":["or","@Untimed","@PerTurn","@PerGame","@DaysPerTurn"]},
  Profile: {"id":"string","name":"string","created":"number","private":"boolean","is_you":"boolean","you_blocked":"boolean","may_challenge":"boolean","statistics":["or","@ProfileStatistics","null"]},
  ProfileSettings: {"private":"boolean"},
  ProfileStatistics: {"total":"@Tally","by_set":["map","@Tally"],"by_opponent":["list","@OpponentLine"],"favourite_cards":["list","@Favourite"],"streaks":"@Streaks"},
  Refusal: {"kind":"=refused","code":"@Code","message":"string","hint":"string","key?":"string"},
  ReportReceived: {"id":"string"},
  Result: {"winners":["list","number"],"scores":["list","number"],"left_by":["or","number","null"]},
  Revealed: {"seed":"string","salt":"string"},
  SeatChange: {"number":"number","at":"number","seat":"number","kind":"@Change"},
  SeatLine: {"person":"string","name":"string","bot":"string"},
  SeatNow: {"person":"string","name":"string","bot":"string","style":"string","here":"boolean","bot_since":["or","number","null"],"seconds":["or","number","null"],"clock_runs":"boolean"},
  Seated: {"table":"string","seat":"number","number":"number"},
  SetFacts: {"name":"string","short":"string","title":"string","cards":"number","center_deck":"number","description":"string"},
  Sight: {"seat":["or","number","null"],"board":"@Board","decision":["or","@DecisionSight","null"],"news":["list","@News"]},
  State: "string",
  Step: {"seat":"number","choice":"string"},
  Streaks: {"current":"number","longest":"number"},
  TableLine: {"id":"string","owner":"string","owner_name":"string","phase":"@Phase","settings":"@TableSettings","seats":["list","@SeatLine"],"open_seats":"number","deciding":"string","your_turn":"boolean","deadline":["or","number","null"],"created":"number","changed":"number"},
  TableNow: {"kind":"=table","id":"string","number":"number","version":"number","since":"number","phase":"@Phase","settings":"@TableSettings","beginning":["or","@Beginning","null"],"owner":"string","you":"string","your_seats":["list","number"],"seats":["list","@SeatNow"],"paused":"boolean","seat_changes":["list","@SeatChange"],"watching":"number","may_undo":"boolean","undo_turns":["list","number"],"undo":["or","@UndoNow","null"],"taken_back":["or","number","null"],"chat":["list","@Line"],"commitment":"string","revealed":["or","@Revealed","null"],"result":["or","@Result","null"],"sights":["list","@Sight"]},
  TableSettings: {"sets?":["list","string"],"players?":"number","variant?":"string","honor_pool?":["or","number","null"],"shards?":["or","number","null"],"row_length?":"number","first?":["or","number","null"],"clock?":["or","@Untimed","@PerTurn","@PerGame","@DaysPerTurn"],"public?":"boolean","rated?":"boolean","leaving?":"@Leaving","stand_in?":"string"},
  Tally: {"won":"number","lost":"number","none":"number"},
  TurnSight: {"seat":"number","number":"number","runes":"number","power":"number","energy":"number","mechana_runes":"number","construct_discount":"number","treasure_discount":"number","void_defeats":"number","mixed_payment":"boolean","pending":["list","string"]},
  UndoNow: {"request":"number","by":"string","waits_for":["list","string"]},
  Untimed: {"kind":"=none"},
  WaitingGame: {"id":"string","settings":"@TableSettings","opponents":["list","string"],"deadline":["or","number","null"]},
  WhyNot: {"code":"string","params":["map",["or","number","string"]],"text":"string"},
} as const;
