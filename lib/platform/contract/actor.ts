/** Who makes a call, resolved from a token or the session cookie; built once a request by `lib/platform/auth/tokens/actor-loader.ts`. */
export interface Actor {
  readonly sessionId: string;
  readonly username: string;
  readonly nickName: string;
  /** 0 platform admin / head office, 1 project user, 2 branch user (api.md §1.11). */
  readonly userType: 0 | 1 | 2;
  /** 0 branch account, 1 internal, 2 external customer. */
  readonly customerType: number | null;
  readonly branchCode: string | null;
  /** Branch name; the literal 'admin' for a user without a branch (readings 15). */
  readonly branchName: string;
  readonly authorities: ReadonlySet<string>;
  /** Project ids of the type 1 mappings and branch codes of the type 2 mappings (api.md §1.5). */
  readonly mappings: { readonly projects: readonly string[]; readonly branches: readonly string[] };
  /** Ids of the `projectId` header, or null when there is none. Ignored for 'admin' users (readings 15). */
  readonly focus: readonly string[] | null;
  /** Grows when roles, mappings or the account change; decides whether the cookie is rewritten. */
  readonly accessVersion: number;
}
