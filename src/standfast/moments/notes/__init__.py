"""What a note says of what is at hand: one question a module; lists of words are data beside them. Hook path: light.

Where to look:

    role                        what a note does with a thing that it names: forbids it, takes it for its occasion …
    occasion, ban               whether a rule's time has come; whether it forbids this in code
    place                       whether a file is at a place that it names
    named_files, named_commands whether it names a file or a command at hand
    command, script             what a command does, and the script that it calls
    dependency, peril           what a command or a manifest takes in; what a command takes away
    task                        what the session is about
"""
