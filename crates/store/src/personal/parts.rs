//! Which tables say what of a person.

use super::Kind::{self, Json, Number, Real, Text, Time, Title, Truth, Words};
use super::{Column, Part};

const fn column(name: &'static str, sql: &'static str, kind: Kind) -> Column {
    Column { name, sql, kind }
}

/// References to accounts that the archive of a person leaves out, each with the reason.
pub const LEFT_OUT: &[(&str, &str, &str)] = &[
    ("agreements", "recorded_by", "agreements of others, which the person wrote down as staff"),
    ("authorization_codes", "account_id", "secrets of a sign-in under way, good for minutes"),
    ("password_resets", "account_id", "secrets of letters, good for an hour"),
    ("reading_list_members", "assigned_by", "members of lists, which the person chose as their sponsor"),
];

/// Everything else.
pub const PARTS: &[Part] = &[
    Part {
        name: "account",
        about: "who the person is to the library: names, addresses, birth date, roles, membership of an organization",
        references: &[],
        columns: &[column("", "a.document", Json)],
        from: "FROM accounts a WHERE a.id = $1",
    },
    Part {
        name: "sign-in-names",
        about: "names and addresses that sign in to the account, in small letters",
        references: &[("logins", "account_id")],
        columns: &[column("name", "l.folded", Text)],
        from: "FROM logins l WHERE l.account_id = $1 ORDER BY l.folded",
    },
    Part {
        name: "organization",
        about: "the organization that the person belongs to, with district and school",
        references: &[],
        columns: &[
            column("organizationId", "o.id", Text),
            column("name", "o.name", Text),
            column("district", "r.district", Text),
            column("school", "r.school", Text),
        ],
        from: "FROM accounts a JOIN organizations o ON o.id = a.organization_id \
               LEFT JOIN roster_tags r ON r.id = a.roster_tag_id WHERE a.id = $1",
    },
    Part {
        name: "school",
        about: "the school that somebody gave who is no member of an organization",
        references: &[("student_profiles", "account_id")],
        columns: &[
            column("name", "s.organization_name", Text),
            column("referenceOrgId", "s.reference_org_id", Text),
            column("grade", "s.grade", Text),
        ],
        from: "FROM student_profiles s WHERE s.account_id = $1",
    },
    Part {
        name: "proofs-of-disability",
        about: "disabilities that count as proven, and by what",
        references: &[("proofs", "account_id")],
        columns: &[
            column("disabilityType", "p.disability_type", Text),
            column("source", "p.source", Text),
            column("dateAdded", "p.date_added", Time),
        ],
        from: "FROM proofs p WHERE p.account_id = $1 ORDER BY p.disability_type",
    },
    Part {
        name: "proofs-sent-in",
        about: "proofs of disability that the person sent in",
        references: &[("proof_submissions", "account_id")],
        columns: &[
            column("disabilityTypes", "p.disability_types", Words),
            column("source", "p.source", Text),
            column("membershipId", "p.membership_id", Text),
            column("note", "p.note", Text),
            column("dateSubmitted", "p.date_submitted", Time),
        ],
        from: "FROM proof_submissions p WHERE p.account_id = $1 ORDER BY p.id",
    },
    Part {
        name: "confirmations",
        about: "letters to people who were asked to confirm the disability, and what they answered",
        references: &[("confirmations", "account_id")],
        columns: &[
            column("emailAddress", "c.email", Text),
            column("authority", "c.authority", Text),
            column("message", "c.message", Text),
            column("dateRequested", "c.requested_at", Time),
            column("dateConfirmed", "c.confirmed_at", Time),
            column("statement", "c.statement", Json),
        ],
        from: "FROM confirmations c WHERE c.account_id = $1 ORDER BY c.requested_at, c.id",
    },
    Part {
        name: "agreements",
        about: "agreements that were signed: the consents of the person or a guardian",
        references: &[("agreements", "account_id")],
        columns: &[
            column("agreementId", "g.id", Text),
            column("agreementType", "g.kind", Text),
            column("dateSigned", "g.date_signed", Time),
            column("dateExpired", "g.date_expired", Time),
            column("printName", "g.print_name", Text),
            column("signedByLegalGuardian", "g.signed_by_guardian", Truth),
            column("recordedBy", "g.recorded_by", Text),
        ],
        from: "FROM agreements g WHERE g.account_id = $1 ORDER BY g.date_signed, g.id",
    },
    Part {
        name: "subscriptions",
        about: "subscriptions, and how those were paid for that the person took out",
        references: &[("subscriptions", "account_id")],
        columns: &[
            column("subscriptionId", "s.id", Text),
            column("subscriptionType", "s.kind", Text),
            column("start", "s.start_at", Time),
            column("end", "s.end_at", Time),
            column("booksAllowed", "s.books_allowed", Number),
            column("timeframe", "s.timeframe", Text),
            column("notes", "s.notes", Text),
            column("promoCode", "p.promo_code", Text),
            column("cost", "p.cost", Number),
            column("creditsUsed", "p.credits_used", Number),
            column("amountDue", "p.amount_due", Number),
        ],
        from: "FROM subscriptions s LEFT JOIN payments p ON p.subscription_id = s.id \
               WHERE s.account_id = $1 ORDER BY s.start_at, s.id",
    },
    Part {
        name: "credits",
        about: "what is left to pay subscriptions with, in the smallest unit of the currency",
        references: &[("credits", "account_id")],
        columns: &[column("balance", "c.balance", Number)],
        from: "FROM credits c WHERE c.account_id = $1",
    },
    Part {
        name: "preferences",
        about: "how the person likes to read, where that was set",
        references: &[("preferences", "account_id")],
        columns: &[column("", "p.document", Json)],
        from: "FROM preferences p WHERE p.account_id = $1",
    },
    Part {
        name: "recommendation-profile",
        about: "what the person wants to be recommended, where that was set",
        references: &[("recommendation_profiles", "account_id")],
        columns: &[column("", "p.document", Json)],
        from: "FROM recommendation_profiles p WHERE p.account_id = $1",
    },
    Part {
        name: "reading-lists",
        about: "reading lists of the person",
        references: &[("reading_lists", "owner_id")],
        columns: &[
            column("readingListId", "l.id", Text),
            column("name", "l.name", Text),
            column("description", "l.description", Text),
            column("access", "l.access", Text),
            column("dateUpdated", "l.updated_at", Time),
        ],
        from: "FROM reading_lists l WHERE l.owner_id = $1 ORDER BY l.id",
    },
    Part {
        name: "reading-list-titles",
        about: "titles on these lists, and those that the person put on other lists",
        references: &[("reading_list_titles", "added_by")],
        columns: &[
            column("readingListId", "t.list_id", Text),
            column("titleId", "t.title_id", Title),
            column("dateAdded", "t.date_added", Time),
        ],
        from: "FROM reading_list_titles t JOIN reading_lists l ON l.id = t.list_id \
               WHERE l.owner_id = $1 OR t.added_by = $1 ORDER BY t.list_id, t.title_id",
    },
    Part {
        name: "shared-reading-lists",
        about: "reading lists of others that were given to the person",
        references: &[("reading_list_members", "account_id")],
        columns: &[
            column("readingListId", "m.list_id", Text),
            column("name", "l.name", Text),
            column("dateAdded", "m.date_added", Time),
        ],
        from: "FROM reading_list_members m JOIN reading_lists l ON l.id = m.list_id \
               WHERE m.account_id = $1 ORDER BY m.list_id",
    },
    Part {
        name: "reading-list-subscriptions",
        about: "reading lists of others that the person follows",
        references: &[("reading_list_subscriptions", "account_id")],
        columns: &[
            column("readingListId", "s.list_id", Text),
            column("name", "l.name", Text),
            column("dateAdded", "s.date_added", Time),
        ],
        from: "FROM reading_list_subscriptions s JOIN reading_lists l ON l.id = s.list_id \
               WHERE s.account_id = $1 ORDER BY s.list_id",
    },
    Part {
        name: "assigned-titles",
        about: "titles that were assigned to the person",
        references: &[("assignments", "account_id")],
        columns: &[
            column("titleId", "s.title_id", Title),
            column("assignedBy", "s.assigned_by", Text),
            column("dateAssigned", "s.date_assigned", Time),
            column("dateDownloaded", "s.date_downloaded", Time),
        ],
        from: "FROM assignments s WHERE s.account_id = $1 ORDER BY s.title_id",
    },
    Part {
        name: "titles-assigned-to-others",
        about: "titles that the person assigned to others, who are not named here",
        references: &[("assignments", "assigned_by")],
        columns: &[column("titleId", "s.title_id", Title), column("dateAssigned", "s.date_assigned", Time)],
        from: "FROM assignments s WHERE s.assigned_by = $1 AND s.account_id <> $1 \
               ORDER BY s.date_assigned, s.title_id, s.account_id",
    },
    Part {
        name: "bookmarks",
        about: "bookmarks",
        references: &[("bookmarks", "account_id")],
        columns: &[
            column("titleId", "b.title_id", Title),
            column("format", "b.format", Text),
            column("location", "b.location", Text),
            column("position", "b.position", Number),
            column("progression", "b.progression", Real),
            column("totalProgression", "b.total_progression", Real),
            column("text", "b.text", Text),
            column("dateCreated", "b.created_at", Time),
        ],
        from: "FROM bookmarks b WHERE b.account_id = $1 ORDER BY b.title_id, b.format, b.sort_key, b.place",
    },
    Part {
        name: "highlights",
        about: "highlights, with notes",
        references: &[("highlights", "account_id")],
        columns: &[
            column("titleId", "h.title_id", Title),
            column("format", "h.format", Text),
            column("startLocation", "h.start_location", Text),
            column("endLocation", "h.end_location", Text),
            column("text", "h.text", Text),
            column("note", "h.note", Text),
            column("color", "h.color", Text),
            column("dateUpdated", "h.updated_at", Time),
        ],
        from: "FROM highlights h WHERE h.account_id = $1 ORDER BY h.title_id, h.format, h.sort_key, h.place",
    },
    Part {
        name: "reading-activity",
        about: "where the person was in which title, and when",
        references: &[("reading_events", "account_id")],
        columns: &[
            column("titleId", "e.title_id", Title),
            column("format", "e.format", Text),
            column("location", "e.location", Text),
            column("metric", "e.metric", Number),
            column("metricType", "e.metric_type", Text),
            column("description", "e.description", Text),
            column("date", "e.date_at", Time),
        ],
        from: "FROM reading_events e WHERE e.account_id = $1 ORDER BY e.date_at, e.id",
    },
    Part {
        name: "downloads",
        about: "copies that were made for the person, or that the person asked for",
        references: &[("downloads", "recipient_id"), ("downloads", "caller_id")],
        columns: &[
            column("titleId", "d.title_id", Title),
            column("editionId", "d.edition_id", Text),
            column("format", "d.format", Text),
            column("status", "d.status", Text),
            column("forThePerson", "COALESCE(d.recipient_id = $1, FALSE)", Truth),
            column("askedForByThePerson", "COALESCE(d.caller_id = $1, FALSE)", Truth),
            column("dateRequested", "d.date_requested", Time),
            column("datePackaged", "d.date_packaged", Time),
            column("dateDownloaded", "d.date_downloaded", Time),
        ],
        from: "FROM downloads d WHERE d.recipient_id = $1 OR d.caller_id = $1 ORDER BY d.id",
    },
    Part {
        name: "books-taken",
        about: "books that counted against a quota",
        references: &[("quota_usage", "account_id")],
        columns: &[
            column("titleId", "t.title_id", Title),
            column("organizationId", "t.organization_id", Text),
            column("date", "t.taken_at", Time),
        ],
        from: "FROM quota_usage t WHERE t.account_id = $1 ORDER BY t.id",
    },
    Part {
        name: "documents",
        about: "documents that the person sent in; their files are in the folder `documents`",
        references: &[("documents", "owner_id"), ("titles", "owner_id")],
        columns: &[
            column("titleId", "t.id", Title),
            column("mediaType", "d.media_type", Text),
            column("file", "d.file", Text),
            column("size", "d.size", Number),
            column("state", "d.state", Text),
            column("dateAdded", "t.created_at", Time),
            column("record", "t.document", Json),
        ],
        from: "FROM titles t LEFT JOIN documents d ON d.title_id = t.id WHERE t.owner_id = $1 ORDER BY t.id",
    },
    Part {
        name: "drive-connection",
        about: "since when the person's drive is connected; its keys are not shown",
        references: &[("drive_connections", "account_id")],
        columns: &[column("dateUpdated", "d.updated_at", Time)],
        from: "FROM drive_connections d WHERE d.account_id = $1",
    },
    Part {
        name: "quick-list",
        about: "members that the person, as a sponsor, keeps at hand",
        references: &[("quick_lists", "sponsor_id")],
        columns: &[column("userAccountId", "q.member_id", Text), column("dateAdded", "q.date_added", Time)],
        from: "FROM quick_lists q WHERE q.sponsor_id = $1 ORDER BY q.member_id",
    },
    Part {
        name: "quick-lists-of-sponsors",
        about: "sponsors who keep the person at hand",
        references: &[("quick_lists", "member_id")],
        columns: &[column("userAccountId", "q.sponsor_id", Text), column("dateAdded", "q.date_added", Time)],
        from: "FROM quick_lists q WHERE q.member_id = $1 ORDER BY q.sponsor_id",
    },
    Part {
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
    Part {
        name: "sessions",
        about: "browsers that were signed in to the library's own pages in the last hours",
        references: &[("sessions", "account_id")],
        columns: &[column("dateSignedIn", "s.started_at", Time), column("dateLastUsed", "s.used_at", Time)],
        from: "FROM sessions s WHERE s.account_id = $1 ORDER BY s.started_at, s.used_at",
    },
    Part {
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
    Part {
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
    Part {
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
    Part {
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
];
