//! Handles of `acl/acl_tdt.h`.

/// A tensor, or the mark of an end.
pub struct acltdtDataItem {
    _private: [u8; 0],
}

/// Data items that are sent together.
pub struct acltdtDataset {
    _private: [u8; 0],
}

/// A channel.
pub struct acltdtChannelHandle {
    _private: [u8; 0],
}
