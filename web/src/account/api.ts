/** What the account pages ask of the server. */

import { ask, client } from "../api/client";

export const accounts = {
  registration: (invitation: string) => ask(client.GET("/api/registration", { params: { query: { invitation } } })),
  signUp: (name: string, password: string, invitation: string) =>
    ask(client.POST("/api/me/account", { body: { name, password, invitation } })),
  signIn: (name: string, password: string) => ask(client.POST("/api/session", { body: { name, password } })),
  recover: (name: string, code: string, password: string) =>
    ask(client.POST("/api/session/recovery", { body: { name, code, password } })),
  changePassword: (before: string, after: string) =>
    ask(client.PUT("/api/me/password", { body: { old: before, new: after } })),
  guest: () => ask(client.GET("/api/session/guest")),
  mergeGuest: () => ask(client.POST("/api/session/guest")),
  codesLeft: () => ask(client.GET("/api/me/recovery-codes")),
  makeCodes: (password: string) => ask(client.POST("/api/me/recovery-codes", { body: { password } })),
  sessions: () => ask(client.GET("/api/sessions")),
  endSession: (session_id: string) =>
    ask(client.DELETE("/api/sessions/{session_id}", { params: { path: { session_id } } })),
  signOutEverywhere: () => ask(client.DELETE("/api/sessions")),
  tokens: () => ask(client.GET("/api/me/tokens")),
  makeToken: (label: string) => ask(client.POST("/api/me/tokens", { body: { label } })),
  revokeToken: (token_id: string) =>
    ask(client.DELETE("/api/me/tokens/{token_id}", { params: { path: { token_id } } })),
  setWebhook: (url: string) => ask(client.PUT("/api/me/webhook", { body: { url } })),
  removeWebhook: () => ask(client.DELETE("/api/me/webhook")),
  testWebhook: () => ask(client.POST("/api/me/webhook/test")),
  delete: (password: string) => ask(client.POST("/api/me/delete", { body: { password } })),
};
