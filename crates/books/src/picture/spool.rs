//! Made pictures wait in a temporary file for their place in a package, so that a thousand of them need no
//! memory.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Result;

/// The file; none as long as nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct Spool {
    file: Option<Arc<Mutex<File>>>,
    end: u64,
}

/// Something that was kept.
#[derive(Debug, Clone)]
pub(crate) struct SpooledBytes {
    file: Arc<Mutex<File>>,
    offset: u64,
    length: u64,
}

impl Spool {
    pub(crate) fn keep(&mut self, bytes: &[u8]) -> Result<SpooledBytes> {
        let file = match &self.file {
            Some(file) => Arc::clone(file),
            None => Arc::clone(self.file.insert(Arc::new(Mutex::new(tempfile::tempfile()?)))),
        };
        {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.end))?;
            file.write_all(bytes)?;
        }
        let kept = SpooledBytes { file, offset: self.end, length: bytes.len() as u64 };
        self.end += kept.length;
        Ok(kept)
    }
}

impl SpooledBytes {
    pub(crate) fn read(&self) -> Result<Vec<u8>> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        (&*file).take(self.length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spooled_bytes_are_read_back_in_any_order() {
        let mut spool = Spool::default();
        let kept = ["one", "", "three"].map(|text| spool.keep(text.as_bytes()).unwrap());
        let read = |n: usize| String::from_utf8(kept[n].read().unwrap()).unwrap();
        assert_eq!([read(2), read(0), read(1)], ["three", "one", ""]);
    }
}
