//! Handles of `acl/acl_prof.h`.

/// The records of a profile, and its devices.
pub struct aclprofConfig {
    _private: [u8; 0],
}

/// Events of hardware counters; none is looked at.
pub struct aclprofAicoreEvents {
    _private: [u8; 0],
}

/// A step of a training.
pub struct aclprofStepInfo {
    _private: [u8; 0],
}

/// Where records of a model's operators go.
pub struct aclprofSubscribeConfig {
    _private: [u8; 0],
}
