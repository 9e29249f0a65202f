#pragma once

/// Runs before `main` of a program of tests, which links every test target; so issues fail tests everywhere without ceremony.
void hindsight_issue_recording_install(void);
