//! Records that an organization keeps about its members, and its sponsors about others.

use super::column;
use crate::personal::DataPart;
use crate::personal::ValueKind::{Json, Number, Text, Time, Truth};

pub(super) const ORGANIZATION_PARTS: &[DataPart] = &[
    DataPart {
        name: "quick-list",
        about: "members that the person, as a sponsor, keeps at hand",
        references: &[("quick_lists", "sponsor_id")],
        columns: &[column("userAccountId", "q.member_id", Text), column("dateAdded", "q.date_added", Time)],
        from: "FROM quick_lists q WHERE q.sponsor_id = $1 ORDER BY q.member_id",
    },
    DataPart {
        name: "quick-lists-of-sponsors",
        about: "sponsors who keep the person at hand",
        references: &[("quick_lists", "member_id")],
        columns: &[column("userAccountId", "q.sponsor_id", Text), column("dateAdded", "q.date_added", Time)],
        from: "FROM quick_lists q WHERE q.member_id = $1 ORDER BY q.sponsor_id",
    },
    DataPart {
        name: "groups",
        about: "classes and other groups of the school that the person is in",
        references: &[("group_members", "account_id")],
        columns: &[column("groupId", "g.id", Number), column("name", "g.name", Text)],
        from: "FROM group_members m JOIN groups g ON g.id = m.group_id WHERE m.account_id = $1 ORDER BY g.id",
    },
    DataPart {
        name: "changes-by-schools",
        about: "what imports and removals of the last 30 days changed of what the school knows of the person",
        references: &[("roster_run_members", "account_id")],
        columns: &[
            column("kind", "r.kind", Text),
            column("date", "r.made_at", Time),
            column("before", "m.state_before", Json),
            column("after", "m.state_after", Json),
            column("removed", "m.snapshot", Json),
            column("notUndone", "m.kept", Json),
        ],
        from: "FROM roster_run_members m JOIN roster_runs r ON r.id = m.run_id WHERE m.account_id = $1 \
               ORDER BY r.made_at, r.id, m.position",
    },
    DataPart {
        name: "changes-of-members",
        about: "imports, removals and other changes of members that the person made or undid as a sponsor",
        references: &[("roster_runs", "account_id"), ("roster_runs", "undone_by")],
        columns: &[
            column("kind", "r.kind", Text),
            column("fileName", "r.file_name", Text),
            column("date", "r.made_at", Time),
            column("created", "r.created", Number),
            column("changed", "r.changed", Number),
            column("removed", "r.removed", Number),
            column("dateUndone", "r.undone_at", Time),
            column("madeByThePerson", "COALESCE(r.account_id = $1, FALSE)", Truth),
            column("undoneByThePerson", "COALESCE(r.undone_by = $1, FALSE)", Truth),
        ],
        from: "FROM roster_runs r WHERE r.account_id = $1 OR r.undone_by = $1 ORDER BY r.made_at, r.id",
    },
];
