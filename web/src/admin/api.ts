/** What the administration pages ask of the server. */

import { ask, client } from "../api/client";
import type { AdminPerson, TableLine } from "../api/messages";

export type Only = "" | "accounts" | "guests" | "staff" | "sanctioned";
export type Phase = "" | TableLine["phase"];
export type Kind = "ban" | "mute";
export type Role = AdminPerson["role"];

const of = (person: string) => ({ params: { path: { person } } });

export const administration = {
  overview: () => ask(client.GET("/api/admin/overview")),
  people: (search: string, only: Only, page: number) =>
    ask(client.GET("/api/admin/people", { params: { query: { search, only, page } } })),
  person: (person: string) => ask(client.GET("/api/admin/people/{person}", of(person))),
  setRole: (person: string, role: Role, reason: string) =>
    ask(client.PUT("/api/admin/people/{person}/role", { ...of(person), body: { role, reason } })),
  /** Without hours it has no end. */
  impose: (person: string, kind: Kind, reason: string, hours: number | null) =>
    ask(
      client.POST("/api/admin/people/{person}/{kind}", {
        params: { path: { person, kind } },
        body: { reason, hours },
      }),
    ),
  lift: (person: string, kind: Kind, reason: string) =>
    ask(
      client.POST("/api/admin/people/{person}/{kind}/lift", { params: { path: { person, kind } }, body: { reason } }),
    ),
  resetPassword: (person: string, reason: string) =>
    ask(client.POST("/api/admin/people/{person}/recovery-code", { ...of(person), body: { reason } })),
  tables: (phase: Phase, page: number) => ask(client.GET("/api/admin/tables", { params: { query: { phase, page } } })),
  close: (table_id: string, reason: string) =>
    ask(client.POST("/api/admin/tables/{table_id}/close", { params: { path: { table_id } }, body: { reason } })),
  reports: (resolved: boolean, page: number) =>
    ask(client.GET("/api/admin/reports", { params: { query: { resolved, page } } })),
  resolve: (report: string, resolution: string) =>
    ask(client.POST("/api/admin/reports/{report}", { params: { path: { report } }, body: { resolution } })),
  audit: (before: number) => ask(client.GET("/api/admin/audit", { params: { query: { before } } })),
  invitations: (page: number) => ask(client.GET("/api/admin/invitations", { params: { query: { page } } })),
  invite: (label: string, days: number) => ask(client.POST("/api/admin/invitations", { body: { label, days } })),
  revoke: (invitation: string) =>
    ask(client.DELETE("/api/admin/invitations/{invitation}", { params: { path: { invitation } } })),
};
