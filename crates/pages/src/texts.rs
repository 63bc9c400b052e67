//! The message files of the pages.

use layout::{Language, Messages, message_files};

const MESSAGE_FILES: &[(Language, &str)] = message_files!(
    "account", "admission", "audit", "collection_desk", "conversion_reports", "design", "desk", "devices",
    "documents", "erasure", "intake", "kept_form", "leave", "library", "lists", "new_person", "periodicals",
    "problem_reports", "read", "reports", "school_class", "school_groups", "school_import", "school_members",
    "school_runs", "school_year", "search", "serving", "site_notice", "steps", "system", "titles", "work",
);

pub(crate) fn load_messages() -> Messages {
    Messages::with_shared(MESSAGE_FILES)
}

#[cfg(test)]
mod tests {
    layout::message_tests!(&super::load_messages());
}
