/** The choice that a hint names, while it is shown: the card that it is done with is marked. */

const state: { choice: string | undefined } = $state({ choice: undefined });

export const hinted = {
  get choice(): string | undefined {
    return state.choice;
  },
  set choice(choice: string | undefined) {
    state.choice = choice;
  },
};
