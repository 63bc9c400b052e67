//! Sign-ins and devices, the audit, and what staff keep about a person.

use super::column;
use crate::personal::DataPart;
use crate::personal::ValueKind::{Text, Time, Truth};

pub(super) const RECORD_PARTS: &[DataPart] = &[
    DataPart {
        name: "sign-ins",
        about: "apps that the person was signed in to in the last days",
        references: &[("access_tokens", "account_id"), ("refresh_tokens", "account_id")],
        columns: &[
            column("app", "c.name", Text),
            column("dateSignedIn", "s.created_at", Time),
            column("dateEnds", "s.expires_at", Time),
            column("dateSignedOut", "s.revoked_at", Time),
        ],
        from: "FROM (SELECT client_id, created_at, expires_at, revoked_at FROM access_tokens WHERE account_id = $1 \
               UNION ALL SELECT client_id, created_at, expires_at, revoked_at FROM refresh_tokens \
               WHERE account_id = $1) s JOIN clients c ON c.id = s.client_id \
               ORDER BY s.created_at, s.expires_at, c.name",
    },
    DataPart {
        name: "sessions",
        about: "browsers that are signed in to the library's own pages",
        references: &[("sessions", "account_id")],
        columns: &[
            column("dateSignedIn", "s.started_at", Time),
            column("dateLastUsed", "s.used_at", Time),
            column("browser", "s.browser", Text),
            column("signedInBy", "s.kind", Text),
        ],
        from: "FROM sessions s WHERE s.account_id = $1 ORDER BY s.started_at, s.used_at",
    },
    DataPart {
        name: "devices",
        about: "apps and reading devices that sign in with a name of their own",
        references: &[("devices", "account_id")],
        columns: &[
            column("name", "d.name", Text),
            column("signInName", "d.sign_in", Text),
            column("scope", "d.scope", Text),
            column("dateCreated", "d.created_at", Time),
            column("dateLastUsed", "d.last_used_at", Time),
            column("lastApp", "d.last_app", Text),
            column("dateRevoked", "d.revoked_at", Time),
        ],
        from: "FROM devices d WHERE d.account_id = $1 ORDER BY d.created_at, d.id",
    },
    DataPart {
        name: "referrals",
        about: "by which links the person came to the library",
        references: &[("referrals", "account_id")],
        columns: &[
            column("source", "r.source", Text),
            column("medium", "r.medium", Text),
            column("campaign", "r.campaign", Text),
            column("term", "r.term", Text),
            column("content", "r.content", Text),
            column("date", "r.recorded_at", Time),
        ],
        from: "FROM referrals r WHERE r.account_id = $1 ORDER BY r.id",
    },
    DataPart {
        name: "reads-of-disability-data",
        about: "who read the person's disability data, by which app, and when",
        references: &[("audit", "account_id")],
        columns: &[
            column("date", "u.read_at", Time),
            column("readBy", "u.reader_id", Text),
            column("app", "u.client_id", Text),
            column("request", "u.endpoint", Text),
        ],
        from: "FROM audit u WHERE u.account_id = $1 ORDER BY u.id",
    },
    DataPart {
        name: "disability-data-read",
        about: "when the person read disability data of others, who are not named here",
        references: &[("audit", "reader_id")],
        columns: &[
            column("date", "u.read_at", Time),
            column("app", "u.client_id", Text),
            column("request", "u.endpoint", Text),
        ],
        from: "FROM audit u WHERE u.reader_id = $1 ORDER BY u.id",
    },
    DataPart {
        name: "changes",
        about: "who changed the person's account, membership or proofs, with which app, and when",
        references: &[("audit_changes", "account_id")],
        columns: &[
            column("date", "u.changed_at", Time),
            column("changedBy", "u.actor_id", Text),
            column("app", "u.client_id", Text),
            column("request", "u.endpoint", Text),
            column("act", "u.act", Text),
        ],
        from: "FROM audit_changes u WHERE u.account_id = $1 ORDER BY u.id",
    },
    DataPart {
        name: "changes-made",
        about: "what the person changed, with which app, and when; other people are not named here",
        references: &[("audit_changes", "actor_id")],
        columns: &[
            column("date", "u.changed_at", Time),
            column("app", "u.client_id", Text),
            column("request", "u.endpoint", Text),
            column("act", "u.act", Text),
        ],
        from: "FROM audit_changes u WHERE u.actor_id = $1 ORDER BY u.id",
    },
    DataPart {
        name: "call-notes",
        about: "notes of the library or the school about calls in which the person was served",
        references: &[("call_notes", "account_id")],
        columns: &[
            column("date", "n.noted_at", Time),
            column("writtenBy", "n.author_id", Text),
            column("organizationId", "n.organization_id", Text),
            column("text", "n.text", Text),
        ],
        from: "FROM call_notes n WHERE n.account_id = $1 ORDER BY n.noted_at, n.id",
    },
    DataPart {
        name: "emails-from-staff",
        about: "emails that staff of the library sent to the person from a template",
        references: &[("staff_emails", "account_id")],
        columns: &[
            column("date", "e.sent_at", Time),
            column("sentBy", "e.sent_by", Text),
            column("kind", "e.kind", Text),
            column("language", "e.language", Text),
            column("sentence", "e.sentence", Text),
        ],
        from: "FROM staff_emails e WHERE e.account_id = $1 ORDER BY e.sent_at, e.id",
    },
    DataPart {
        name: "merged-accounts",
        about: "accounts of the person that staff of the library merged",
        references: &[("account_merges", "kept_id"), ("account_merges", "closed_id")],
        columns: &[
            column("date", "m.merged_at", Time),
            column("keptUserAccountId", "m.kept_id", Text),
            column("closedUserAccountId", "m.closed_id", Text),
            column("dateUndone", "m.undone_at", Time),
        ],
        from: "FROM account_merges m WHERE m.kept_id = $1 OR m.closed_id = $1 ORDER BY m.merged_at, m.id",
    },
    DataPart {
        name: "hand-overs",
        about: "requests of the person to become the primary contact of the organization",
        references: &[("hand_overs", "requested_by")],
        columns: &[
            column("organizationId", "h.organization_id", Text),
            column("reason", "h.reason", Text),
            column("date", "h.requested_at", Time),
            column("dateDecided", "h.decided_at", Time),
            column("granted", "h.granted", Truth),
        ],
        from: "FROM hand_overs h WHERE h.requested_by = $1 ORDER BY h.requested_at, h.id",
    },
    DataPart {
        name: "hold",
        about: "why the person must not be erased, if staff say so",
        references: &[("erasure_holds", "account_id")],
        columns: &[column("reason", "h.reason", Text), column("date", "h.held_at", Time)],
        from: "FROM erasure_holds h WHERE h.account_id = $1",
    },
    DataPart {
        name: "kept-after-erasure",
        about: "what is kept of a person who was erased, and until when",
        references: &[("erasure_remains", "account_id")],
        columns: &[column("part", "r.part", Text), column("until", "r.keep_until", Time)],
        from: "FROM erasure_remains r WHERE r.account_id = $1 ORDER BY r.part",
    },
    DataPart {
        name: "closed-since",
        about: "since when the account is closed",
        references: &[("leavers", "account_id")],
        columns: &[column("date", "l.left_at", Time)],
        from: "FROM leavers l WHERE l.account_id = $1",
    },
];
