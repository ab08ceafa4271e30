import { expect } from "vitest";
import { PASSWORD, type Service } from "./service";

/** Users of further roles, who have chosen the demo's password. */
export async function addUsers(service: Service, roles: readonly string[]): Promise<void> {
  for (const role of roles) {
    await service.call("admin", "POST", "/users", { username: role.toLowerCase(), password: "four quiet harbours", roles: [role] });
    // Whoever got a password from somebody else chooses another one first.
    const token = (await (
      await fetch(`${service.url}/api/v1/auth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "password", username: role.toLowerCase(), password: "four quiet harbours" }),
      })
    ).json()) as { access_token: string };
    const changed = await fetch(`${service.url}/api/v1/auth/password`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token.access_token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ currentPassword: "four quiet harbours", newPassword: PASSWORD }),
    });
    expect(changed.ok).toBe(true);
  }
}
