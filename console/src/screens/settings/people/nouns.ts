import type { Invitation, Person, Role, ServiceAccount } from "../../../api/people";
import { nameOf } from "../../../api/people";
import type { Field, Noun } from "../kit/noun";
import { PasswordControl, RolesControl, WarehousesControl } from "./controls";
import { OwnerControl } from "./OwnerControl";
import { RightsControl } from "./RightsControl";

/** What the form of a person holds. */
export interface PersonForm {
  displayName: string;
  username: string;
  password: string;
  roles: string[];
  /** Null is all. */
  warehouseIds: string[] | null;
}

function rolesField<Form extends { roles: string[] }>(): Field<Form> {
  return { name: "roles", label: "Roles", kind: "own", control: RolesControl, words: (value: never) => (value as string[]).join(", ") };
}

function warehousesField<Form extends { warehouseIds: string[] | null }>(): Field<Form> {
  return {
    name: "warehouseIds",
    label: "Works in",
    kind: "own",
    control: WarehousesControl,
    words: (value: never) => ((value as string[] | null) === null ? "all warehouses" : `${(value as string[]).length} warehouses`),
    wire: (value: never) => value,
  };
}

/** People and their memberships. */
export const PEOPLE: Noun<Person, PersonForm> = {
  one: "person",
  many: "people",
  path: "/users",
  subject: "people",
  event: "membership",
  touches: ["controls"],
  reads: "users:read",
  writes: "users:manage",
  idOf: (person) => person.id,
  versionOf: (person) => person.version,
  titleOf: nameOf,
  isActive: (person) => person.isActive,
  formOf: (person) => ({
    displayName: person?.displayName ?? "",
    username: person?.username ?? "",
    password: "",
    roles: person?.roles ?? [],
    warehouseIds: person?.warehouseIds ?? null,
  }),
  fields: [
    { name: "displayName", label: "Name", kind: "text", maxLength: 120 },
    {
      name: "username",
      label: "User name",
      help: "Letters, digits, dots and hyphens. It is unique in this service and stays.",
      kind: "text",
      maxLength: 60,
      isRequired: true,
      isShown: (_, isNew) => isNew,
    },
    {
      name: "password",
      label: "First password",
      help: "At least 10 characters. They must choose their own at the first sign-in.",
      kind: "own",
      control: PasswordControl,
      isRequired: true,
      isSecret: true,
      isShown: (_, isNew) => isNew,
    },
    rolesField<PersonForm>(),
    warehousesField<PersonForm>(),
  ],
};

/** What the form of an invitation holds. */
export interface InvitationForm {
  username: string;
  days: string;
  roles: string[];
  warehouseIds: string[] | null;
}

/** Offers to people who have a login already. */
export const INVITATIONS: Noun<Invitation, InvitationForm> = {
  one: "invitation",
  many: "invitations",
  path: "/invitations",
  subject: "people",
  reads: "users:read",
  writes: "users:manage",
  idOf: (one) => one.id,
  versionOf: () => 0,
  titleOf: (one) => one.username,
  formOf: () => ({ username: "", days: "7", roles: [], warehouseIds: null }),
  fields: [
    {
      name: "username",
      label: "Their user name",
      help: "The name with which they sign in to this service. Whether somebody has it is not told.",
      kind: "text",
      maxLength: 60,
      isRequired: true,
    },
    { name: "days", label: "Days for which it is open", kind: "number", least: 1, most: 30 },
    rolesField<InvitationForm>(),
    warehousesField<InvitationForm>(),
  ],
};

/** What the form of a role holds. */
export interface RoleForm {
  name: string;
  description: string;
  permissions: string[];
}

/** Sets of rights. */
export const ROLES: Noun<Role, RoleForm> = {
  one: "role",
  many: "roles",
  path: "/roles",
  subject: "people",
  event: "role",
  touches: ["controls"],
  reads: "roles:read",
  writes: "roles:manage",
  idOf: (role) => role.id,
  versionOf: (role) => role.version,
  titleOf: (role) => role.name,
  formOf: (role) => ({ name: role?.name ?? "", description: role?.description ?? "", permissions: role?.permissions ?? [] }),
  deleting: "Nobody can be given it any more. Take it from whoever has it first.",
  fields: [
    { name: "name", label: "Name", kind: "text", maxLength: 60, isRequired: true },
    { name: "description", label: "What it is for", kind: "text", maxLength: 500 },
    {
      name: "permissions",
      label: "Rights",
      help: "You can give only rights that you have.",
      kind: "own",
      control: RightsControl,
      words: (value: never) => `${(value as string[]).length} rights`,
    },
  ],
};

/** What the form of a service account holds. */
export interface ServiceAccountForm {
  name: string;
  ownerId: string;
  roles: string[];
  warehouseIds: string[] | null;
}

/** Sign-ins of programs. */
export const SERVICE_ACCOUNTS: Noun<ServiceAccount, ServiceAccountForm> = {
  one: "service account",
  many: "service accounts",
  path: "/service-accounts",
  subject: "people",
  touches: ["controls"],
  reads: "serviceAccounts:read",
  writes: "serviceAccounts:manage",
  idOf: (account) => account.id,
  versionOf: (account) => account.version,
  titleOf: (account) => account.name ?? "without a name",
  isActive: (account) => account.isActive,
  formOf: (account) => ({
    name: account?.name ?? "",
    ownerId: account?.ownerId ?? "",
    roles: account?.roles ?? [],
    warehouseIds: account?.warehouseIds ?? null,
  }),
  fields: [
    { name: "name", label: "Name", help: "Of the program: Web shop.", kind: "text", maxLength: 120, isRequired: true },
    {
      name: "ownerId",
      label: "Responsible",
      help: "They can never approve what it prepares.",
      kind: "own",
      control: OwnerControl,
    },
    rolesField<ServiceAccountForm>(),
    warehousesField<ServiceAccountForm>(),
  ],
};
