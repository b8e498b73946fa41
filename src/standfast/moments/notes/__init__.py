"""What a note says of what is at hand: one question a module; lists of words are data beside them. Hook path: light.

Where to look:

    role                        what a note does with a thing that it names: forbids it, takes it for its occasion …
    occasion, ban               whether a rule's time has come; whether it forbids this in code
    brought                     what the lines of an edit import, change of the dependencies, or take out
    subject, place              whether it is about what lies here, by names in words, by folders and patterns
    named_files, named_commands whether it names a file or a command at hand
    command, script             what a command does, and the script that it calls
    file_sort, task             what sort of file this is; what the session is about
"""
