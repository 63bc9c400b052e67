//! The caller's organization, as its sponsors manage it (document 2; spec 4, 1.6).
