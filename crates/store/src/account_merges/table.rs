//! The tables that refer to accounts, and the treatment of each by a merge.

use domain::account_merges::MergedNoun;

/// Rows that a merge moves from the closed account to the kept one. `t` is the row in every expression, `$1`
/// the kept account and `$2` the closed one.
#[derive(Debug, Clone, Copy)]
pub struct MovedRows {
    pub noun: MergedNoun,
    pub table: &'static str,
    /// The column that names the person.
    pub column: &'static str,
    /// Text that no two rows of an account have in common.
    pub(super) key: &'static str,
    /// Text that is another one once the row was changed; it stays with the kept account then. Empty text if
    /// a change does not matter.
    pub(super) state: &'static str,
    /// Columns of which the kept account has each combination once: its own row wins.
    pub(super) same: &'static [&'static str],
    /// Another condition under which the row stays with the closed account. Empty if there is none.
    pub(super) blocked: &'static str,
    /// Columns exchanged if both accounts have a row: the newer content becomes the kept one's. `None` if the
    /// kept account's own row wins.
    pub newer: Option<NewerRows>,
}

/// Content that both accounts may have, of which the newer wins.
#[derive(Debug, Clone, Copy)]
pub struct NewerRows {
    /// The time by which content is newer.
    pub time: &'static str,
    /// All columns but those of the key.
    pub columns: &'static [&'static str],
}

impl MovedRows {
    const fn new(noun: MergedNoun, (table, column): (&'static str, &'static str), key: &'static str) -> Self {
        Self { noun, table, column, key, state: "''", same: &[], blocked: "", newer: None }
    }

    const fn with_state(self, state: &'static str) -> Self {
        Self { state, ..self }
    }

    const fn once_by(self, same: &'static [&'static str]) -> Self {
        Self { same, ..self }
    }

    const fn unless(self, blocked: &'static str) -> Self {
        Self { blocked, ..self }
    }

    const fn newer_by(self, time: &'static str, columns: &'static [&'static str]) -> Self {
        Self { newer: Some(NewerRows { time, columns }), ..self }
    }
}

const ID_KEY: &str = "CAST(t.id AS TEXT)";
const TITLE_KEY: &str = "CAST(t.title_id AS TEXT)";
const PLACE_KEY: &str = "CAST(t.title_id AS TEXT) || ' ' || t.format || ' ' || t.place";
const FETCH_TIME: &str = "COALESCE(CAST(t.date_downloaded AS TEXT), '')";

/// Another copy with the identity that the row would have, now or when both people of it are the kept
/// account.
const OTHER_COPY_OF_CALLER: &str = "EXISTS (SELECT 1 FROM downloads o WHERE o.id <> t.id \
     AND COALESCE(o.title_id, 0) = COALESCE(t.title_id, 0) \
     AND COALESCE(o.edition_id, '') = COALESCE(t.edition_id, '') AND o.format = t.format \
     AND o.artifact_version = t.artifact_version AND COALESCE(o.day, '') = COALESCE(t.day, '') \
     AND o.settings = t.settings AND o.caller_id = $1 \
     AND (COALESCE(o.recipient_id, '') = COALESCE(t.recipient_id, '') \
         OR (t.recipient_id = $2 AND o.recipient_id = $1)))";

/// Another copy with the identity that the row would have.
const OTHER_COPY_OF_RECIPIENT: &str = "EXISTS (SELECT 1 FROM downloads o WHERE o.id <> t.id \
     AND COALESCE(o.title_id, 0) = COALESCE(t.title_id, 0) \
     AND COALESCE(o.edition_id, '') = COALESCE(t.edition_id, '') AND o.format = t.format \
     AND o.artifact_version = t.artifact_version AND COALESCE(o.day, '') = COALESCE(t.day, '') \
     AND o.settings = t.settings AND o.recipient_id = $1 \
     AND COALESCE(o.caller_id, '') = COALESCE(t.caller_id, ''))";

/// Rows that move, in the order in which they do. An undo moves them back in the opposite order.
pub const MOVED_ROWS: &[MovedRows] = &[
    MovedRows::new(MergedNoun::Agreements, ("agreements", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.date_expired AS TEXT), '')")
        .unless(
            "t.date_expired IS NULL AND EXISTS (SELECT 1 FROM agreements o WHERE o.account_id = $1 \
             AND o.kind = t.kind AND o.date_expired IS NULL)",
        ),
    MovedRows::new(MergedNoun::Proofs, ("proofs", "account_id"), "t.disability_type")
        .with_state("t.source || ' ' || CAST(t.date_added AS TEXT)")
        .once_by(&["disability_type"]),
    MovedRows::new(MergedNoun::Proofs, ("proof_submissions", "account_id"), ID_KEY)
        .with_state("COALESCE(CAST(t.decided_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Proofs, ("proof_decisions", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Proofs, ("confirmations", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.confirmed_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Subscriptions, ("subscriptions", "account_id"), "t.id")
        .with_state("COALESCE(CAST(t.end_at AS TEXT), '') || ' ' || COALESCE(t.notes, '')"),
    MovedRows::new(MergedNoun::Subscriptions, ("credits", "account_id"), "''")
        .with_state("CAST(t.balance AS TEXT)")
        .unless("EXISTS (SELECT 1 FROM credits o WHERE o.account_id = $1)"),
    MovedRows::new(MergedNoun::Membership, ("student_profiles", "account_id"), "''")
        .with_state(
            "COALESCE(t.organization_name, '') || ' ' || COALESCE(t.reference_org_id, '') || ' ' \
             || COALESCE(t.grade, '')",
        )
        .unless("EXISTS (SELECT 1 FROM student_profiles o WHERE o.account_id = $1)"),
    MovedRows::new(MergedNoun::Membership, ("group_members", "account_id"), "CAST(t.group_id AS TEXT)")
        .once_by(&["group_id"]),
    // An account cannot be on its own quick list.
    MovedRows::new(MergedNoun::Membership, ("quick_lists", "sponsor_id"), "t.member_id")
        .once_by(&["member_id"])
        .unless("t.member_id = $1"),
    MovedRows::new(MergedNoun::Membership, ("quick_lists", "member_id"), "t.sponsor_id")
        .once_by(&["sponsor_id"])
        .unless("t.sponsor_id = $1"),
    MovedRows::new(MergedNoun::Assignments, ("assignments", "account_id"), TITLE_KEY)
        .with_state("CAST(t.date_assigned AS TEXT)")
        .once_by(&["title_id"]),
    // An account cannot be on its own lists, or subscribe to them.
    MovedRows::new(MergedNoun::Lists, ("reading_lists", "owner_id"), "t.id")
        .with_state("CAST(t.updated_at AS TEXT)")
        .unless(
            "EXISTS (SELECT 1 FROM reading_list_members m WHERE m.list_id = t.id \
                 AND m.account_id IN ($1, $2)) \
             OR EXISTS (SELECT 1 FROM reading_list_subscriptions s WHERE s.list_id = t.id \
                 AND s.account_id IN ($1, $2))",
        ),
    MovedRows::new(MergedNoun::Lists, ("reading_list_members", "account_id"), "t.list_id")
        .once_by(&["list_id"])
        .unless("EXISTS (SELECT 1 FROM reading_lists l WHERE l.id = t.list_id AND l.owner_id = $1)"),
    MovedRows::new(MergedNoun::Lists, ("reading_list_subscriptions", "account_id"), "t.list_id")
        .once_by(&["list_id"])
        .unless("EXISTS (SELECT 1 FROM reading_lists l WHERE l.id = t.list_id AND l.owner_id = $1)"),
    MovedRows::new(MergedNoun::Lists, ("series_follows", "account_id"), "t.series_id")
        .once_by(&["series_id"]),
    MovedRows::new(MergedNoun::Marks, ("bookmarks", "account_id"), PLACE_KEY)
        .with_state("CAST(t.created_at AS TEXT) || ' ' || COALESCE(t.text, '')")
        .once_by(&["title_id", "format", "place"]),
    MovedRows::new(MergedNoun::Marks, ("highlights", "account_id"), PLACE_KEY)
        .with_state("CAST(t.updated_at AS TEXT)")
        .once_by(&["title_id", "format", "place"]),
    MovedRows::new(MergedNoun::Places, ("reading_events", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Places, ("progressions", "account_id"), TITLE_KEY)
        .with_state("CAST(t.modified_at AS TEXT)")
        .once_by(&["title_id"])
        .newer_by(
            "modified_at",
            &["modified_at", "progression", "title", "device_id", "device_name", "refs", "locator"],
        ),
    MovedRows::new(MergedNoun::Places, ("synced_documents", "account_id"), "t.document")
        .with_state("CAST(t.synced_at AS TEXT)")
        .once_by(&["document"])
        .newer_by(
            "synced_at",
            &[
                "title_id", "edition_id", "format", "progress", "percentage", "device", "device_id",
                "synced_at",
            ],
        ),
    MovedRows::new(MergedNoun::Copies, ("downloads", "caller_id"), ID_KEY)
        .with_state(FETCH_TIME)
        .unless(OTHER_COPY_OF_CALLER),
    MovedRows::new(MergedNoun::Copies, ("downloads", "recipient_id"), ID_KEY)
        .with_state(FETCH_TIME)
        .unless(OTHER_COPY_OF_RECIPIENT),
    MovedRows::new(MergedNoun::Copies, ("quota_usage", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Copies, ("copy_keys", "account_id"), "t.key").once_by(&["key"]),
    MovedRows::new(MergedNoun::Documents, ("documents", "owner_id"), TITLE_KEY),
    MovedRows::new(MergedNoun::Records, ("call_notes", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("staff_emails", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("problem_reports", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("referrals", "account_id"), ID_KEY),
    MovedRows::new(MergedNoun::Records, ("hand_overs", "requested_by"), ID_KEY)
        .with_state("COALESCE(CAST(t.decided_at AS TEXT), '')"),
    MovedRows::new(MergedNoun::Records, ("erasure_holds", "account_id"), "''")
        .with_state("CAST(t.held_at AS TEXT)")
        .unless("EXISTS (SELECT 1 FROM erasure_holds o WHERE o.account_id = $1)"),
];

/// References to accounts that a merge leaves with the closed account, or changes together with others, each
/// with the reason.
pub const STAYING_COLUMNS: &[(&str, &str, &str)] = &[
    ("titles", "owner_id", "moves with the document"),
    ("logins", "account_id", "an account has one user name and one email address: the kept one's stay"),
    ("preferences", "account_id", "those of the kept account stay"),
    ("recommendation_profiles", "account_id", "that of the kept account stays"),
    ("drive_connections", "account_id", "the person connects the drive again"),
    ("sessions", "account_id", "end with the sign-in"),
    ("devices", "account_id", "end with the sign-in"),
    ("authorization_codes", "account_id", "end with the sign-in"),
    ("access_tokens", "account_id", "end with the sign-in"),
    ("refresh_tokens", "account_id", "end with the sign-in"),
    ("password_resets", "account_id", "end with the sign-in"),
    ("account_undos", "account_id", "are about the closed account's own sign-in"),
    ("enrollment_codes", "account_id", "end with the sign-in"),
    ("enrollment_codes", "created_by", "codes of others"),
    ("audit", "account_id", "the audit stays as it is"),
    ("audit", "reader_id", "the audit stays as it is"),
    ("audit_changes", "account_id", "the audit stays as it is"),
    ("audit_changes", "actor_id", "the audit stays as it is"),
    ("agreements", "recorded_by", "who did something stays as it is"),
    ("assignments", "assigned_by", "who did something stays as it is"),
    ("call_notes", "author_id", "who did something stays as it is"),
    ("distinct_people", "decided_by", "who did something stays as it is"),
    ("erasure_holds", "held_by", "who did something stays as it is"),
    ("hand_overs", "decided_by", "who did something stays as it is"),
    ("intake_runs", "account_id", "who did something stays as it is"),
    ("organization_admissions", "decided_by", "who did something stays as it is"),
    ("proof_decisions", "decided_by", "who did something stays as it is"),
    ("reading_list_members", "assigned_by", "who did something stays as it is"),
    ("reading_list_titles", "added_by", "who did something stays as it is"),
    ("roster_runs", "account_id", "who did something stays as it is"),
    ("roster_runs", "undone_by", "who did something stays as it is"),
    ("staff_emails", "sent_by", "who did something stays as it is"),
    ("account_merges", "kept_id", "a merge is undone before the one that came before it"),
    ("account_merges", "closed_id", "a merge is undone before the one that came before it"),
    ("account_merges", "merged_by", "who did something stays as it is"),
    ("account_merges", "undone_by", "who did something stays as it is"),
    ("distinct_people", "first_id", "a comparison of two accounts is about these accounts"),
    ("distinct_people", "second_id", "a comparison of two accounts is about these accounts"),
    ("roster_run_members", "account_id", "an undo of a run is about this account"),
    ("roster_imports", "account_id", "files about others, for a few days"),
    ("copy_batches", "account_id", "orders for others, for two days"),
    ("copy_batch_members", "account_id", "orders of a sponsor, for two days"),
    ("work_claims", "holder_id", "work of staff, whose accounts are not merged"),
    ("leavers", "account_id", "since when the account is closed"),
    ("erasure_remains", "account_id", "what is kept of an erased person, whose account is not merged"),
];
