/** Enterprise numbers are a contract between two parties; these stand in for one on the reference server. */
export const enterpriseLimits = { minute: 600, day: 200_000 };
