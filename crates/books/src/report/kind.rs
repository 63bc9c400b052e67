//! The kinds of findings.

use serde::{Deserialize, Serialize};

/// The meaning of a finding for a reader of the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The book was understood in spite of a fault: nothing is missing.
    Repaired,
    /// A part of the book is not in what was made of it.
    LeftOut,
}

/// Declares the kinds: name, stable code, outcome, reason, and what was done.
macro_rules! finding_kinds {
    ($($kind:ident = $code:literal, $outcome:ident, $reason:literal, $action:literal;)+) => {
        /// The kind of a finding. Its code is stored and shown; it never changes its meaning.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum FindingKind {
            $(#[doc = $reason] #[serde(rename = $code)] $kind,)+
        }

        impl FindingKind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// The stable code, in capitals.
            pub fn code(self) -> &'static str {
                match self { $(Self::$kind => $code,)+ }
            }

            /// Distinguishes a repair of the book from a part that was left out.
            pub fn outcome(self) -> Outcome {
                match self { $(Self::$kind => Outcome::$outcome,)+ }
            }

            /// The fault of the subject, as a sentence.
            pub fn reason(self) -> &'static str {
                match self { $(Self::$kind => $reason,)+ }
            }

            /// The remedy, as a sentence.
            pub fn action(self) -> &'static str {
                match self { $(Self::$kind => $action,)+ }
            }
        }
    };
}

finding_kinds! {
    InexactName = "INEXACT_NAME", Repaired,
        "The package writes this name differently: in case, Unicode form, slashes or escapes.",
        "The only file with an equivalent name was used.";
    UnsafeName = "UNSAFE_NAME", LeftOut,
        "The name leads out of the container, or the entry is a link.",
        "The entry was ignored.";
    RepeatedFile = "REPEATED_FILE", Repaired,
        "The container has this file several times, with the same bytes.",
        "It was read once.";
    NoDirectory = "NO_DIRECTORY", Repaired,
        "The container has no readable directory of its files. It may have been cut off.",
        "The files were found one after the other.";
    UnportableName = "UNPORTABLE_NAME", Repaired,
        "Some operating systems cannot store a file of this name next to the others.",
        "The file keeps its name. Programs that read the book without unpacking it are not affected.";
    NoContainer = "NO_CONTAINER", Repaired,
        "META-INF/container.xml does not name a package document that exists.",
        "The only package document was read.";
    ClimbingReference = "CLIMBING_REFERENCE", Repaired,
        "The reference has more \"..\" than there are folders.",
        "It was followed from the root of the container, as browsers do.";
    MissingFile = "MISSING_FILE", LeftOut,
        "The package does not contain this file.",
        "The part was left out.";
    DamagedFile = "DAMAGED_FILE", LeftOut,
        "The file is damaged and cannot be unpacked.",
        "The part was left out.";
    WrongChecksum = "WRONG_CHECKSUM", Repaired,
        "The check sum or the size of the file is wrong. It may have been damaged.",
        "The file was read, because it unpacks as a whole.";
    UnencryptedFile = "UNENCRYPTED_FILE", Repaired,
        "The container lists this file as encrypted, but it is not.",
        "The file was read.";
    MissingItem = "MISSING_ITEM", LeftOut,
        "The spine names an item that the manifest does not list.",
        "The item was left out.";
    RepeatedItem = "REPEATED_ITEM", Repaired,
        "The spine names this document several times.",
        "It was read once.";
    NoSpine = "NO_SPINE", Repaired,
        "The spine is missing, or leads to no document.",
        "The documents of the manifest were read in its order, or those of the container by their names.";
    UnlistedDocument = "UNLISTED_DOCUMENT", LeftOut,
        "The spine does not list this document, and the book has more such documents than are read.",
        "This document and those after it were left out.";
    EmptyDocument = "EMPTY_DOCUMENT", LeftOut,
        "The document is empty.",
        "It was left out.";
    WrongMediaType = "WRONG_MEDIA_TYPE", Repaired,
        "The declared media type does not fit the file.",
        "The file was read as what it contains.";
    UnreadableType = "UNREADABLE_TYPE", LeftOut,
        "Files of this type cannot be read, and no fallback can.",
        "The part was left out.";
    UnreadableDocument = "UNREADABLE_DOCUMENT", LeftOut,
        "The document cannot be read.",
        "It was left out.";
    UnknownVersion = "UNKNOWN_VERSION", Repaired,
        "The package document states no known version.",
        "The version was recognized from its contents.";
    NoContents = "NO_CONTENTS", Repaired,
        "The book has no usable table of contents.",
        "The contents were made from another list or from the headings.";
    NoTitle = "NO_TITLE", Repaired,
        "The book states no title.",
        "The first heading or the file name was used.";
    NoIdentifier = "NO_IDENTIFIER", Repaired,
        "The book states no identifier.",
        "An identifier was derived from its contents.";
    IsbnOfOtherTitle = "ISBN_OF_OTHER_TITLE", Repaired,
        "A record with the ISBN of the book waits for its file, but describes a book of another title.",
        "The book was not joined with that record.";
    NoLanguage = "NO_LANGUAGE", Repaired,
        "The book states no language.",
        "The language was recognized from its documents.";
    MissingVolume = "MISSING_VOLUME", LeftOut,
        "The book has several volumes, and parts of it are in another one.",
        "The volumes that are here were read.";
    OtherRendition = "OTHER_RENDITION", LeftOut,
        "The container has another rendition of the book.",
        "Only the first whose text flows was read.";
    GuessedEncoding = "GUESSED_ENCODING", Repaired,
        "The text is not in the declared encoding.",
        "The encoding was detected.";
    WrongBytes = "WRONG_BYTES", LeftOut,
        "Some bytes are not characters in the encoding of the text.",
        "Each was replaced by U+FFFD.";
    UnknownEntity = "UNKNOWN_ENTITY", Repaired,
        "The entity is not declared.",
        "Its name was kept as text.";
    WindowsReference = "WINDOWS_REFERENCE", Repaired,
        "The text or a numeric reference has a control character.",
        "The Windows-1252 character of that number was used.";
    IllFormed = "ILL_FORMED", Repaired,
        "The document is not well-formed.",
        "It was repaired as browsers do.";
    MissingPicture = "MISSING_PICTURE", LeftOut,
        "The picture is missing or cannot be decoded.",
        "Its alternative text is in its place.";
    RemotePicture = "REMOTE_PICTURE", LeftOut,
        "The picture is not in the book but on another server.",
        "Its alternative text is in its place.";
    MissingNarration = "MISSING_NARRATION", LeftOut,
        "The narration is missing or cannot be read.",
        "The text is read without it.";
    UnreadableEmbedding = "UNREADABLE_EMBEDDING", LeftOut,
        "The embedded content cannot be read.",
        "Its title or fallback is in its place.";
    DanglingLink = "DANGLING_LINK", Repaired,
        "The link leads to a place that does not exist.",
        "The text of the link was kept without the link.";
    DanglingPage = "DANGLING_PAGE", Repaired,
        "The page list leads to a place that does not exist.",
        "The page begins at the nearest place.";
    ChangedElement = "CHANGED_ELEMENT", Repaired,
        "EPUB 3 does not have this element, or not in this place.",
        "Its contents were kept in another element.";
    DroppedElement = "DROPPED_ELEMENT", LeftOut,
        "EPUB 3 has no place for this element or attribute.",
        "It was left out.";
    InactiveContent = "INACTIVE_CONTENT", LeftOut,
        "Scripts and forms of the document need something that the output does not have.",
        "What they show without it was kept.";
    ChangedId = "CHANGED_ID", Repaired,
        "The id is not a valid name, or several elements have it.",
        "The links of the book lead to the id that was written instead.";
    WordsLost = "WORDS_LOST", LeftOut,
        "The output has fewer words than the source.",
        "Compare the document with the output.";
    UnreferencedDocument = "UNREFERENCED_DOCUMENT", LeftOut,
        "Nothing in the book refers to this document.",
        "It was left out.";
    UndefinedFont = "UNDEFINED_FONT", Repaired,
        "The document uses a font of this name without defining it.",
        "The font that has this name on other pages was used, or else a standard one.";
    MissingGlyph = "MISSING_GLYPH", LeftOut,
        "No installed font has these characters.",
        "They are drawn as empty boxes; programs that read the text aloud still find them.";
    HiddenContent = "HIDDEN_CONTENT", LeftOut,
        "The document hides this part.",
        "It was left out.";
    AlternativesLost = "ALTERNATIVES_LOST", LeftOut,
        "The output has fewer words about its pictures than the source.",
        "Compare the pictures of the document with those of the output.";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn codes_are_distinct_capitals_and_sentences_end() {
        let codes: HashSet<_> = FindingKind::ALL.iter().map(|kind| kind.code()).collect();
        assert_eq!(codes.len(), FindingKind::ALL.len());
        for kind in FindingKind::ALL {
            assert!(kind.code().bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'));
            assert!(kind.reason().ends_with('.') && kind.action().ends_with('.'));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.code());
        }
    }
}
